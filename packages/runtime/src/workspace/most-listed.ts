/** How many hashes, or gaps, one record may list: a record has a largest size. */
export const mostListed = 5000;
