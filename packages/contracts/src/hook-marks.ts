/** How Writ's lines in a commit hook are told from everybody else's. */
export const hookMarks = { begin: "# >>> writ >>>", end: "# <<< writ <<<" } as const;
