export { Job, type NestJobOptions } from "./job.ts";
export { MoJob } from "./mojob.ts";
export { MoJobModule } from "./mojob-module.ts";
export type { MoJobAsyncOptions, MoJobOptions, PanelOptions } from "./mojob-options.ts";
