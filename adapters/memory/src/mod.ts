export const PACKAGE = "memory";
