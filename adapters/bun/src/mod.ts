export const PACKAGE = "bun";
