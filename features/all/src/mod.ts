export { FEATURES } from "./features.ts";
export { METHOD_RULES } from "./method-rules.ts";
