import { RUNS_EN } from "../words/en/runs.ts";
import { JOB_EN } from "../words/en/job.ts";
import { IMPORT_EN } from "../words/en/import.ts";
import { JOB_LIFE_EN } from "../words/en/job-life.ts";
import { WORK_FORM_EN } from "../words/en/work-form.ts";
import { SCRIPT_EN } from "../words/en/script.ts";
import { JOBS_EN } from "../words/en/jobs.ts";
import { RUN_JOB_EN } from "../words/en/run-job.ts";
import { OVERVIEW_EN } from "../words/en/overview.ts";
import { FAILURES_EN } from "../words/en/failures.ts";
import { HISTORY_EN } from "../words/en/history.ts";
import { KEYS_EN } from "../words/en/keys.ts";
import { SECRETS_EN } from "../words/en/secrets.ts";
import { WORKERS_EN } from "../words/en/workers.ts";

/** Every text in English; a page keeps its own beside it. */
export const EN = {
  common: {
    loading: "Loading",
    retry: "Try again",
    close: "Close",
    cancel: "Cancel",
    save: "Save",
    more: "More actions for {{name}}",
    search: "Search",
    clear: "Clear the filters",
    filters: "Filters",
    filtersChosen_one: "Filters · {{count}}",
    filtersChosen_other: "Filters · {{count}}",
    next: "Next page",
    first: "First page",
    previous: "Previous page",
    pages: "Pages",
    pageSize: "Rows of a page",
    rows_one: "{{count}} row",
    rows_other: "{{count}} rows",
    skipToList: "Skip to the list",
    all: "All",
    separator: ", ",
    none: "None",
    notFound: "There is no such page",
    toStart: "Go to the start",
  },
  error: {
    offline: "The scheduler is unavailable",
    offlineHint: "What is shown may be out of date. The panel keeps trying.",
    foreign: "The response is not from the scheduler",
    notLoaded: "This page could not be loaded",
    notLoadedHint:
      "The scheduler is unavailable or a new version was installed. The page is reloaded when the server responds.",
    reload: "Reload now",
    crashed: "Something went wrong on this page",
  },
  session: {
    title: "Sign in",
    explanation:
      "This scheduler requires its token: the value of MOJOB_TOKEN of the server. It is sent once and not kept in this browser.",
    token: "Token",
    show: "Show or hide what is typed",
    signIn: "Sign in",
    signOut: "Sign out",
    wrong: "The token is wrong",
    noUser: "You are not signed in",
    noUserHint: "This panel is a part of an app. Sign in there, then load this page again.",
    reload: "Load again",
  },
  shell: {
    skip: "Skip to the content",
    debugMode: {
      all: "Debug mode is on: jobs run only when you start them here.",
      recurring: "Debug mode is on: recurring jobs run only when you start them here.",
      triggered: "Debug mode is on: triggered jobs run only when you start them here.",
    },
    standby:
      "This process stands by: another one runs the jobs. Everything can be read here, and changes are refused until it takes over.",
    standbyRunner: "Jobs are run by",
    standbySince: "since",
    navigation: "Pages",
    openNavigation: "Show the pages",
    overview: "Overview",
    jobs: "Jobs",
    instances: "Runs",
    failures: "Failures",
    workers: "Workers",
    history: "History",
    secrets: "Secrets",
    api: "API documentation",
    language: "Language",
    theme: "Theme",
    themeLight: "Light",
    themeDark: "Dark",
    themeAuto: "Same as the system",
    time: "Times",
    timeLocal: "Local ({{zone}})",
    timeUtc: "UTC",
    timeRelative: "Relative",
    live: "Live: pause",
    livePaused: "Paused: go live",
    liveConnecting: "Connecting",
    onlyApp: "Only {{app}}",
    shortcuts: "Keyboard shortcuts",
    runJob: "Run {{name}}",
    pauseJob: "Pause {{name}}",
    resumeJob: "Resume {{name}}",
    spotlight: "Go to a page, job or run, or do something",
    spotlightNothing: "Nothing found",
    shortcutSpotlight: "Go anywhere",
    shortcutSearch: "Search on this page",
    shortcutRows: "Next and previous row of a list; Enter opens it",
    shortcutTick: "Tick the row",
    shortcutHelp: "Show this list",
  },
  state: {
    Scheduled: "Scheduled",
    Enqueued: "Enqueued",
    Processing: "Processing",
    Succeeded: "Succeeded",
    Failed: "Retrying",
    Terminated: "Failed",
    Skipped: "Skipped",
    Cancelled: "Cancelled",
  },
  kind: { recurring: "Recurring", triggered: "Triggered" },
  jobs: JOBS_EN,
  overview: OVERVIEW_EN,
  job: JOB_EN,
  jobLife: JOB_LIFE_EN,
  workForm: WORK_FORM_EN,
  script: SCRIPT_EN,
  import: IMPORT_EN,
  runJob: RUN_JOB_EN,
  instances: RUNS_EN,
  workers: WORKERS_EN,
  keys: KEYS_EN,
  secrets: SECRETS_EN,
  history: HISTORY_EN,
  failures: FAILURES_EN,
} as const;
