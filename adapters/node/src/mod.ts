export const PACKAGE = "node";
