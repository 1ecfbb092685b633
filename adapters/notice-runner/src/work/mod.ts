export { NOTICE_KIND, NoticeService, type NoticeWork } from "./notice-work.ts";
export { NOTICE_WORK } from "./work-rules.ts";
