import { asOwnChange, createWrit } from "@writ/runtime";

export { asOwnChange, createWrit };
