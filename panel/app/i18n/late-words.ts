import type { OVERVIEW_EN } from "../words/en/overview.ts";
import type { FILE_FORM_EN } from "../words/en/file-form.ts";
import type { WORK_FORM_EN } from "../words/en/work-form.ts";
import type { TRIAL_EN } from "../words/en/trial.ts";
import type { SCRIPT_EN } from "../words/en/script.ts";
import type { IMPORT_EN } from "../words/en/import.ts";
import type { RUN_JOB_EN } from "../words/en/run-job.ts";
import type { WORKERS_EN } from "../words/en/workers.ts";
import type { KEYS_EN } from "../words/en/keys.ts";
import type { TENANTS_EN } from "../words/en/tenants.ts";
import type { SECRETS_EN } from "../words/en/secrets.ts";
import type { REPORTS_EN } from "../words/en/reports.ts";
import type { SUMMARIES_EN } from "../words/en/summaries.ts";
import type { SAMPLES_EN } from "../words/en/samples.ts";
import type { CALENDAR_EN } from "../words/en/calendar.ts";
import type { BACKFILL_EN } from "../words/en/backfill.ts";
import type { WINDOWS_EN } from "../words/en/windows.ts";
import type { CONFIG_EN } from "../words/en/config.ts";
import type { FOLDER_EN } from "../words/en/folder.ts";
import type { STORAGE_EN } from "../words/en/storage.ts";
import type { CALENDARS_EN } from "../words/en/calendars.ts";
import type { EXPORTS_EN } from "../words/en/exports.ts";
import type { VIEWS_EN } from "../words/en/views.ts";
import type { WHY_EN } from "../words/en/why.ts";
import type { FLOW_EN } from "../words/en/flow.ts";
import type { INBOX_EN } from "../words/en/inbox.ts";
import type { INCIDENTS_EN } from "../words/en/incidents.ts";
import type { HISTORY_EN } from "../words/en/history.ts";
import type { FAILURES_EN } from "../words/en/failures.ts";
import type { CHILDREN_EN } from "../words/en/children.ts";
import type { OPTION_EN } from "../words/en/option.ts";
import type { BANNER_EN } from "../words/en/banner.ts";
import type { SIGN_IN_EN } from "../words/en/sign-in.ts";
import type { PEOPLE_EN } from "../words/en/people.ts";
import type { PROTECTION_EN } from "../words/en/protection.ts";
import type { INSPECTOR_EN } from "../words/en/inspector.ts";
import type { EDITOR_EN } from "../words/en/editor.ts";
import type { TASK_EN } from "../words/en/task.ts";
import type { Wording } from "../words/wording.ts";

/** Words that a page loads when it is first opened. */
export interface LateWords {
  readonly overview: typeof OVERVIEW_EN;
  readonly workForm: typeof WORK_FORM_EN;
  readonly fileForm: typeof FILE_FORM_EN;
  readonly trial: typeof TRIAL_EN;
  readonly script: typeof SCRIPT_EN;
  readonly import: typeof IMPORT_EN;
  readonly runJob: typeof RUN_JOB_EN;
  readonly workers: typeof WORKERS_EN;
  readonly keys: typeof KEYS_EN;
  readonly secrets: typeof SECRETS_EN;
  readonly tenants: typeof TENANTS_EN;
  readonly history: typeof HISTORY_EN;
  readonly reports: typeof REPORTS_EN;
  readonly summaries: typeof SUMMARIES_EN;
  readonly samples: typeof SAMPLES_EN;
  readonly calendar: typeof CALENDAR_EN;
  readonly backfill: typeof BACKFILL_EN;
  readonly windows: typeof WINDOWS_EN;
  readonly config: typeof CONFIG_EN;
  readonly storage: typeof STORAGE_EN;
  readonly folder: typeof FOLDER_EN;
  readonly calendars: typeof CALENDARS_EN;
  readonly exports: typeof EXPORTS_EN;
  readonly views: typeof VIEWS_EN;
  readonly why: typeof WHY_EN;
  readonly flow: typeof FLOW_EN;
  readonly inbox: typeof INBOX_EN;
  readonly incidents: typeof INCIDENTS_EN;
  readonly failures: typeof FAILURES_EN;
  readonly children: typeof CHILDREN_EN;
  readonly option: typeof OPTION_EN;
  readonly editor: typeof EDITOR_EN;
  readonly task: typeof TASK_EN;
  readonly inspector: typeof INSPECTOR_EN;
  readonly people: typeof PEOPLE_EN;
  readonly signIn: typeof SIGN_IN_EN;
  readonly banner: typeof BANNER_EN;
  readonly protection: typeof PROTECTION_EN;
}
export type LateName = keyof LateWords;

type LoadOf<Name extends LateName> = {
  readonly en: () => Promise<LateWords[Name]>;
  readonly zh: () => Promise<Wording<LateWords[Name]>>;
};

export const LATE_WORDS: { readonly [Name in LateName]: LoadOf<Name> } = {
  overview: {
    en: async () => (await import("../words/en/overview.ts")).OVERVIEW_EN,
    zh: async () => (await import("../words/zh/overview.ts")).OVERVIEW_ZH,
  },
  workForm: {
    en: async () => (await import("../words/en/work-form.ts")).WORK_FORM_EN,
    zh: async () => (await import("../words/zh/work-form.ts")).WORK_FORM_ZH,
  },
  fileForm: {
    en: async () => (await import("../words/en/file-form.ts")).FILE_FORM_EN,
    zh: async () => (await import("../words/zh/file-form.ts")).FILE_FORM_ZH,
  },
  summaries: {
    en: async () => (await import("../words/en/summaries.ts")).SUMMARIES_EN,
    zh: async () => (await import("../words/zh/summaries.ts")).SUMMARIES_ZH,
  },
  reports: {
    en: async () => (await import("../words/en/reports.ts")).REPORTS_EN,
    zh: async () => (await import("../words/zh/reports.ts")).REPORTS_ZH,
  },
  calendar: {
    en: async () => (await import("../words/en/calendar.ts")).CALENDAR_EN,
    zh: async () => (await import("../words/zh/calendar.ts")).CALENDAR_ZH,
  },
  backfill: {
    en: async () => (await import("../words/en/backfill.ts")).BACKFILL_EN,
    zh: async () => (await import("../words/zh/backfill.ts")).BACKFILL_ZH,
  },
  samples: {
    en: async () => (await import("../words/en/samples.ts")).SAMPLES_EN,
    zh: async () => (await import("../words/zh/samples.ts")).SAMPLES_ZH,
  },
  windows: {
    en: async () => (await import("../words/en/windows.ts")).WINDOWS_EN,
    zh: async () => (await import("../words/zh/windows.ts")).WINDOWS_ZH,
  },
  storage: {
    en: async () => (await import("../words/en/storage.ts")).STORAGE_EN,
    zh: async () => (await import("../words/zh/storage.ts")).STORAGE_ZH,
  },
  folder: {
    en: async () => (await import("../words/en/folder.ts")).FOLDER_EN,
    zh: async () => (await import("../words/zh/folder.ts")).FOLDER_ZH,
  },
  config: {
    en: async () => (await import("../words/en/config.ts")).CONFIG_EN,
    zh: async () => (await import("../words/zh/config.ts")).CONFIG_ZH,
  },
  calendars: {
    en: async () => (await import("../words/en/calendars.ts")).CALENDARS_EN,
    zh: async () => (await import("../words/zh/calendars.ts")).CALENDARS_ZH,
  },
  exports: {
    en: async () => (await import("../words/en/exports.ts")).EXPORTS_EN,
    zh: async () => (await import("../words/zh/exports.ts")).EXPORTS_ZH,
  },
  views: {
    en: async () => (await import("../words/en/views.ts")).VIEWS_EN,
    zh: async () => (await import("../words/zh/views.ts")).VIEWS_ZH,
  },
  why: {
    en: async () => (await import("../words/en/why.ts")).WHY_EN,
    zh: async () => (await import("../words/zh/why.ts")).WHY_ZH,
  },
  incidents: {
    en: async () => (await import("../words/en/incidents.ts")).INCIDENTS_EN,
    zh: async () => (await import("../words/zh/incidents.ts")).INCIDENTS_ZH,
  },
  flow: {
    en: async () => (await import("../words/en/flow.ts")).FLOW_EN,
    zh: async () => (await import("../words/zh/flow.ts")).FLOW_ZH,
  },
  inbox: {
    en: async () => (await import("../words/en/inbox.ts")).INBOX_EN,
    zh: async () => (await import("../words/zh/inbox.ts")).INBOX_ZH,
  },
  trial: {
    en: async () => (await import("../words/en/trial.ts")).TRIAL_EN,
    zh: async () => (await import("../words/zh/trial.ts")).TRIAL_ZH,
  },
  script: {
    en: async () => (await import("../words/en/script.ts")).SCRIPT_EN,
    zh: async () => (await import("../words/zh/script.ts")).SCRIPT_ZH,
  },
  import: {
    en: async () => (await import("../words/en/import.ts")).IMPORT_EN,
    zh: async () => (await import("../words/zh/import.ts")).IMPORT_ZH,
  },
  runJob: {
    en: async () => (await import("../words/en/run-job.ts")).RUN_JOB_EN,
    zh: async () => (await import("../words/zh/run-job.ts")).RUN_JOB_ZH,
  },
  workers: {
    en: async () => (await import("../words/en/workers.ts")).WORKERS_EN,
    zh: async () => (await import("../words/zh/workers.ts")).WORKERS_ZH,
  },
  keys: {
    en: async () => (await import("../words/en/keys.ts")).KEYS_EN,
    zh: async () => (await import("../words/zh/keys.ts")).KEYS_ZH,
  },
  secrets: {
    en: async () => (await import("../words/en/secrets.ts")).SECRETS_EN,
    zh: async () => (await import("../words/zh/secrets.ts")).SECRETS_ZH,
  },
  tenants: {
    en: async () => (await import("../words/en/tenants.ts")).TENANTS_EN,
    zh: async () => (await import("../words/zh/tenants.ts")).TENANTS_ZH,
  },
  history: {
    en: async () => (await import("../words/en/history.ts")).HISTORY_EN,
    zh: async () => (await import("../words/zh/history.ts")).HISTORY_ZH,
  },
  failures: {
    en: async () => (await import("../words/en/failures.ts")).FAILURES_EN,
    zh: async () => (await import("../words/zh/failures.ts")).FAILURES_ZH,
  },
  children: {
    en: async () => (await import("../words/en/children.ts")).CHILDREN_EN,
    zh: async () => (await import("../words/zh/children.ts")).CHILDREN_ZH,
  },
  option: {
    en: async () => (await import("../words/en/option.ts")).OPTION_EN,
    zh: async () => (await import("../words/zh/option.ts")).OPTION_ZH,
  },
  banner: {
    en: async () => (await import("../words/en/banner.ts")).BANNER_EN,
    zh: async () => (await import("../words/zh/banner.ts")).BANNER_ZH,
  },
  signIn: {
    en: async () => (await import("../words/en/sign-in.ts")).SIGN_IN_EN,
    zh: async () => (await import("../words/zh/sign-in.ts")).SIGN_IN_ZH,
  },
  people: {
    en: async () => (await import("../words/en/people.ts")).PEOPLE_EN,
    zh: async () => (await import("../words/zh/people.ts")).PEOPLE_ZH,
  },
  protection: {
    en: async () => (await import("../words/en/protection.ts")).PROTECTION_EN,
    zh: async () => (await import("../words/zh/protection.ts")).PROTECTION_ZH,
  },
  inspector: {
    en: async () => (await import("../words/en/inspector.ts")).INSPECTOR_EN,
    zh: async () => (await import("../words/zh/inspector.ts")).INSPECTOR_ZH,
  },
  editor: {
    en: async () => (await import("../words/en/editor.ts")).EDITOR_EN,
    zh: async () => (await import("../words/zh/editor.ts")).EDITOR_ZH,
  },
  task: {
    en: async () => (await import("../words/en/task.ts")).TASK_EN,
    zh: async () => (await import("../words/zh/task.ts")).TASK_ZH,
  },
};
