export { XXL_WORK } from "./work-rules.ts";
export { BlockStrategy, GlueType, isXxlWork, XXL_APP_LABEL, XXL_KIND, type XxlWork } from "./xxl-work.ts";
