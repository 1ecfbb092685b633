export const PACKAGE = "http";
