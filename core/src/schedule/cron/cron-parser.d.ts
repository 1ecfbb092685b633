/** The part of cron-parser without its reader of files; its types stand elsewhere than beside it. */
declare module "cron-parser/dist/CronExpressionParser.js" {
  export { CronExpressionParser } from "cron-parser";
}
