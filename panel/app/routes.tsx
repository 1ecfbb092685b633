import { createRootRoute, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { withWords } from "./i18n/i18n.ts";
import { jobSearch } from "./pages/jobs/detail/job-search.ts";
import { runsSearch } from "./pages/runs/list/runs-search.ts";
import { jobsSearch } from "./pages/jobs/list/jobs-search.ts";
import { newJobSearch } from "./pages/jobs/create/new-job-search.ts";
import { runSearch } from "./pages/jobs/run/run-search.ts";
import { failuresSearch } from "./pages/failures/failures-search.ts";
import { inboxSearch } from "./pages/inbox/inbox-search.ts";
import { incidentsSearch } from "./pages/alarms/incidents-search.ts";
import { archiveSearch } from "./pages/archives/archive-search.ts";
import { historySearch } from "./pages/history/history-search.ts";
import { overviewSearch } from "./pages/overview/overview-search.ts";
import { calendarAppSearch, calendarSearch } from "./pages/calendar/calendar-search.ts";
import { reportsSearch } from "./pages/reports/reports-search.ts";
import { FAILURES_PAGE, INBOX_PAGE, RUN_FILE_PAGE, RUN_FOLDER_PAGE, RUN_PAGE } from "./run-pages.ts";
import { NotFoundPage } from "./shell/not-found-page.tsx";
import { Shell } from "./shell/shell.tsx";

// Every address of the panel. A page is loaded when it is first opened; what a list shows is in its search, typed.

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

const start = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/overview", replace: true });
  },
});

const overview = createRoute({
  getParentRoute: () => root,
  path: "/overview",
  validateSearch: overviewSearch,
  component: lazyRouteComponent(
    withWords(() => import("./pages/overview/overview-page.tsx"), "overview"),
    "OverviewPage",
  ),
});

const jobs = createRoute({
  getParentRoute: () => root,
  path: "/jobs",
  validateSearch: jobsSearch,
  component: lazyRouteComponent(() => import("./pages/jobs/list/jobs-page.tsx"), "JobsPage"),
});

const job = createRoute({
  getParentRoute: () => root,
  path: "/jobs/$key",
  validateSearch: jobSearch,
  component: lazyRouteComponent(
    withWords(() => import("./pages/jobs/detail/job-page.tsx"), "option", "calendars"),
    "JobPage",
  ),
});

// No key of a job begins with "+".
const newJob = createRoute({
  getParentRoute: () => root,
  path: "/jobs/+new",
  validateSearch: newJobSearch,
  component: lazyRouteComponent(
    withWords(
      () => import("./pages/jobs/create/new-job-page.tsx"),
      "option",
      "script",
      "workForm",
      "fileForm",
      "runJob",
      "calendars",
    ),
    "NewJobPage",
  ),
});

const importJobs = createRoute({
  getParentRoute: () => root,
  path: "/jobs/+import",
  component: lazyRouteComponent(
    withWords(() => import("./pages/jobs/import/import-page.tsx"), "import"),
    "ImportPage",
  ),
});

const runJob = createRoute({
  getParentRoute: () => root,
  path: "/jobs/$key/run",
  validateSearch: runSearch,
  component: lazyRouteComponent(
    withWords(() => import("./pages/jobs/run/run-job-page.tsx"), "runJob", "option"),
    "RunJobPage",
  ),
});

const instances = createRoute({
  getParentRoute: () => root,
  path: "/runs",
  validateSearch: runsSearch,
  component: lazyRouteComponent(() => import("./pages/runs/list/runs-page.tsx"), "RunsPage"),
});

const instance = createRoute({
  getParentRoute: () => root,
  path: "/runs/$id",
  component: RUN_PAGE,
});

const runFolder = createRoute({
  getParentRoute: () => root,
  path: "/runs/$id/folder",
  component: RUN_FOLDER_PAGE,
});

const runFile = createRoute({
  getParentRoute: () => root,
  path: "/runs/+file",
  component: RUN_FILE_PAGE,
});

const inbox = createRoute({
  getParentRoute: () => root,
  path: "/inbox",
  validateSearch: inboxSearch,
  component: INBOX_PAGE,
});

const failures = createRoute({
  getParentRoute: () => root,
  path: "/failures",
  validateSearch: failuresSearch,
  component: FAILURES_PAGE,
});

const incidents = createRoute({
  getParentRoute: () => root,
  path: "/incidents",
  validateSearch: incidentsSearch,
  component: lazyRouteComponent(
    withWords(() => import("./pages/alarms/incidents-page.tsx"), "incidents"),
    "IncidentsPage",
  ),
});

const incident = createRoute({
  getParentRoute: () => root,
  path: "/incidents/$id",
  component: lazyRouteComponent(
    withWords(() => import("./pages/alarms/incident-page.tsx"), "incidents", "why"),
    "IncidentPage",
  ),
});

const workers = createRoute({
  getParentRoute: () => root,
  path: "/workers",
  component: lazyRouteComponent(
    withWords(() => import("./pages/workers/workers-page.tsx"), "workers", "keys", "history", "overview"),
    "WorkersPage",
  ),
});

const appWaiting = createRoute({
  getParentRoute: () => root,
  path: "/workers/$app/waiting",
  component: lazyRouteComponent(
    withWords(() => import("./pages/waiting/app-waiting-page.tsx"), "workers"),
    "AppWaitingPage",
  ),
});

const executorKeys = createRoute({
  getParentRoute: () => root,
  path: "/workers/$app/keys",
  component: lazyRouteComponent(
    withWords(() => import("./pages/keys/executor-keys-page.tsx"), "keys"),
    "ExecutorKeysPage",
  ),
});

const reports = createRoute({
  getParentRoute: () => root,
  path: "/reports",
  validateSearch: reportsSearch,
  component: lazyRouteComponent(
    withWords(() => import("./pages/reports/reports-page.tsx"), "reports", "summaries", "history"),
    "ReportsPage",
  ),
});

const windows = createRoute({
  getParentRoute: () => root,
  path: "/windows",
  component: lazyRouteComponent(
    withWords(() => import("./pages/windows/windows-page.tsx"), "windows", "incidents"),
    "WindowsPage",
  ),
});

const calendar = createRoute({
  getParentRoute: () => root,
  path: "/calendar",
  validateSearch: calendarSearch,
  component: lazyRouteComponent(
    withWords(() => import("./pages/calendar/calendar-page.tsx"), "calendar"),
    "CalendarPage",
  ),
});

const backfill = createRoute({
  getParentRoute: () => root,
  path: "/calendar/backfill",
  validateSearch: calendarAppSearch,
  component: lazyRouteComponent(
    withWords(() => import("./pages/backfill/backfill-page.tsx"), "backfill"),
    "BackfillPage",
  ),
});

const calendars = createRoute({
  getParentRoute: () => root,
  path: "/calendars",
  component: lazyRouteComponent(
    withWords(() => import("./pages/calendars/calendars-page.tsx"), "calendars"),
    "CalendarsPage",
  ),
});

const workCalendar = createRoute({
  getParentRoute: () => root,
  path: "/calendars/$key",
  component: lazyRouteComponent(
    withWords(() => import("./pages/calendars/calendar-page.tsx"), "calendars"),
    "CalendarPage",
  ),
});

const history = createRoute({
  getParentRoute: () => root,
  path: "/history",
  validateSearch: historySearch,
  component: lazyRouteComponent(
    withWords(() => import("./pages/history/history-page.tsx"), "history"),
    "HistoryPage",
  ),
});

const operation = createRoute({
  getParentRoute: () => root,
  path: "/history/$id",
  component: lazyRouteComponent(
    withWords(() => import("./pages/history/operation-page.tsx"), "history"),
    "OperationPage",
  ),
});

const loadArchives = withWords(() => import("./pages/archives/archive-pages.ts"), "exports");

const archives = createRoute({
  getParentRoute: () => root,
  path: "/archives",
  component: lazyRouteComponent(loadArchives, "ArchivesPage"),
});

const archive = createRoute({
  getParentRoute: () => root,
  path: "/archives/$id",
  validateSearch: archiveSearch,
  component: lazyRouteComponent(loadArchives, "ArchivePage"),
});

const archivedRun = createRoute({
  getParentRoute: () => root,
  path: "/archives/$id/$run",
  component: lazyRouteComponent(loadArchives, "ArchivedRunPage"),
});

const secrets = createRoute({
  getParentRoute: () => root,
  path: "/secrets",
  component: lazyRouteComponent(
    withWords(() => import("./pages/secrets/secrets-page.tsx"), "secrets"),
    "SecretsPage",
  ),
});

const loadPeople = withWords(() => import("./pages/identity/people-pages.ts"), "people");

const people = createRoute({
  getParentRoute: () => root,
  path: "/people",
  component: lazyRouteComponent(loadPeople, "PeoplePage"),
});

const tokens = createRoute({
  getParentRoute: () => root,
  path: "/tokens",
  component: lazyRouteComponent(loadPeople, "TokensPage"),
});

const account = createRoute({
  getParentRoute: () => root,
  path: "/account",
  component: lazyRouteComponent(loadPeople, "AccountPage"),
});

// Its form is shown before anybody is signed in; who comes back to it afterwards is shown the start.
const welcome = createRoute({
  getParentRoute: () => root,
  path: "/welcome",
  beforeLoad: () => {
    throw redirect({ to: "/overview", replace: true });
  },
});

const loadTenants = withWords(() => import("./pages/tenants/tenant-pages.ts"), "tenants");

const tenant = createRoute({
  getParentRoute: () => root,
  path: "/tenant",
  component: lazyRouteComponent(loadTenants, "TenantPage"),
});

const storage = createRoute({
  getParentRoute: () => root,
  path: "/tenant/storage",
  component: lazyRouteComponent(
    withWords(() => import("./pages/storage/storage-page.tsx"), "storage"),
    "StoragePage",
  ),
});

const config = createRoute({
  getParentRoute: () => root,
  path: "/tenant/config",
  component: lazyRouteComponent(
    withWords(() => import("./pages/config/config-page.tsx"), "config"),
    "ConfigPage",
  ),
});

const tenants = createRoute({
  getParentRoute: () => root,
  path: "/deployment",
  component: lazyRouteComponent(loadTenants, "TenantsPage"),
});

const protection = createRoute({
  getParentRoute: () => root,
  path: "/protection",
  component: lazyRouteComponent(
    withWords(() => import("./pages/protection/protection-page.tsx"), "protection"),
    "ProtectionPage",
  ),
});

export const routeTree = root.addChildren([
  start,
  overview,
  jobs,
  job,
  newJob,
  importJobs,
  runJob,
  instances,
  instance,
  runFolder,
  runFile,
  inbox,
  failures,
  incidents,
  incident,
  workers,
  appWaiting,
  executorKeys,
  calendar,
  backfill,
  reports,
  calendars,
  workCalendar,
  windows,
  history,
  operation,
  archives,
  archive,
  archivedRun,
  secrets,
  people,
  tokens,
  account,
  welcome,
  tenant,
  config,
  storage,
  tenants,
  protection,
]);
