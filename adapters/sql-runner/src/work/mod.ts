export { SQL_KIND, SqlFormat, type SqlOutput, type SqlValue, type SqlWork } from "./sql-work.ts";
export { SQL_WORK } from "./work-rules.ts";
