import type { MoJobScheduler } from "@mojob/core";
import type { AccessGuard } from "../auth/session/access-guard.ts";
import type { Sessions } from "../auth/session/session.ts";
import type { StartLinks } from "../auth/session/start-links.ts";
import type { ApiContext } from "../route/api-context.ts";
import type { Route } from "../route/route.ts";
import { createFailureRoutes } from "./instances/failure-routes.ts";
import { createBulkRoutes } from "./instances/bulk-routes.ts";
import { createCronRoutes } from "./cron/routes.ts";
import { createEventRoutes } from "./events/routes.ts";
import { createImportRoutes } from "./imports/routes.ts";
import { createInstanceListRoutes } from "./instances/list-routes.ts";
import { createFileRoutes } from "./instances/file-routes.ts";
import { createFolderRoutes } from "./folder/routes.ts";
import { createInstanceRoutes } from "./instances/routes.ts";
import { createJobBulkRoutes } from "./jobs/bulk-routes.ts";
import { createJobLifeRoutes } from "./jobs/life-routes.ts";
import { createJobRoutes } from "./jobs/routes.ts";
import { createMetricsRoutes } from "./metrics/routes.ts";
import { createRecentRunsRoutes } from "./instances/recent-routes.ts";
import { createRegistrationRoutes } from "./registrations/routes.ts";
import { createSessionRoutes } from "./session-routes.ts";
import { startLinkRoute } from "./start-link-route.ts";
import { createOverviewRoutes } from "./overview/routes.ts";
import { createSystemRoutes } from "./system-routes.ts";
import { createTriggerRoutes } from "./triggers/routes.ts";
import { createScriptRoutes } from "./scripts/routes.ts";
import { createExplanationRoutes } from "./why/routes.ts";
import { createAuditRoutes } from "./history/audit-routes.ts";
import { createHistoryRoutes } from "./history/routes.ts";
import { createHeartbeatRoutes } from "./alarms/heartbeat-routes.ts";
import { createSilenceRoutes } from "./alarms/silence-routes.ts";
import { createAlarmRouteRoutes } from "./alarms/route-routes.ts";
import { createAlarmRuleRoutes } from "./alarms/rule-routes.ts";
import { createIncidentRoutes } from "./alarms/routes.ts";
import { createOperationRoutes } from "./operations/routes.ts";
import { createTaskRoutes } from "./tasks/routes.ts";
import { createConfigRoutes } from "./config/routes.ts";
import { createBackfillRoutes } from "./backfills/routes.ts";
import { createWindowRoutes } from "./window-routes.ts";
import { createForecastRoutes } from "./forecast/routes.ts";
import { createReportRoutes } from "./reports/routes.ts";
import { createReportSummaryRoutes } from "./report-summary-routes.ts";
import { createStorageRoutes } from "./storage-routes.ts";
import { createCalendarRoutes } from "./calendars/routes.ts";
import { createArchiveRoutes } from "./archives/routes.ts";
import { createExportFileRoutes } from "./exports/routes.ts";
import { createViewRoutes } from "./view-routes.ts";
import { createQueueRoutes } from "./queue-routes.ts";
import { createExpectedExecutorRoutes } from "./apps/executor-routes.ts";
import { createExecutorKeyRoutes } from "./apps/executor-key-routes.ts";
import { createAppRoutes } from "./apps/routes.ts";
import type { TenantsOptions } from "./tenants/tenants-options.ts";
import { createTenantRoutes } from "./tenants/routes.ts";
import { createCallbackRoutes } from "./callback-routes.ts";
import { createSecretRoutes } from "./secret-routes.ts";
import { createControlPlaneRoutes } from "./control-plane-routes.ts";
import { createProtectionRoutes, type FindProtection } from "./protection/routes.ts";
import { createWorkerRoutes } from "./workers/routes.ts";
import { createSampleRoutes } from "./workers/samples.ts";
import type { PeopleOptions } from "./identity/people-context.ts";
import { createSignInWaysRoute, type OpeningTokens } from "./identity/sign-in-routes.ts";
import { createIdentityRoutes } from "./identity/routes.ts";
import type { EventHubs } from "./events/hubs.ts";
import type { RequestMetrics } from "./metrics/request-metrics.ts";

/** Options that the routes share. */
export interface OwnRoutesOptions {
  readonly context: ApiContext;
  readonly guard: AccessGuard;
  readonly scheduler: MoJobScheduler;
  readonly sessions: Sessions | undefined;
  /** `null` where no link of a start signs in. */
  readonly startLinks: StartLinks | null;
  /** The people of the deployment; `undefined` where nobody signs in by name. */
  readonly people: PeopleOptions | undefined;
  /** Tokens that open a session, too. */
  readonly tokens: OpeningTokens;
  readonly hubs: EventHubs;
  readonly requests: RequestMetrics;
  /** Whether workers that know no token may register. */
  readonly isRegistrationOpen: boolean;
  readonly tenants: TenantsOptions | undefined;
  readonly protection: FindProtection | undefined;
  readonly environment: string | null;
}

/** All routes of the API but those of extensions, in the order of its pages. */
export function createOwnRoutes({
  context,
  guard,
  scheduler,
  sessions,
  startLinks,
  people,
  tokens,
  hubs,
  requests,
  isRegistrationOpen,
  tenants,
  protection,
  environment,
}: OwnRoutesOptions): readonly Route[] {
  const onEnded = (): void => hubs.recheck();
  const { basePath } = context;
  return [
    ...createJobRoutes(context),
    ...createJobLifeRoutes(context),
    ...createJobBulkRoutes(),
    ...createImportRoutes(context),
    ...createTriggerRoutes(context),
    ...createCronRoutes(context),
    ...createInstanceListRoutes(),
    ...createInstanceRoutes(context),
    ...createFileRoutes(),
    ...createFolderRoutes(),
    ...createBulkRoutes(),
    ...createFailureRoutes(context),
    ...createWorkerRoutes(),
    ...createSampleRoutes(),
    ...createAppRoutes(),
    ...createExpectedExecutorRoutes(),
    ...createExecutorKeyRoutes(),
    ...createExplanationRoutes(context),
    ...createHistoryRoutes(),
    ...createAuditRoutes(context),
    ...createIncidentRoutes(),
    ...createAlarmRuleRoutes(),
    ...createAlarmRouteRoutes(),
    ...createSilenceRoutes(),
    ...createHeartbeatRoutes(),
    ...createOperationRoutes(),
    ...createConfigRoutes(context),
    ...createBackfillRoutes(),
    ...createWindowRoutes(),
    ...createForecastRoutes(),
    ...createCalendarRoutes(),
    ...createViewRoutes(),
    ...createReportRoutes(context),
    ...createReportSummaryRoutes(),
    ...createStorageRoutes(),
    ...createExportFileRoutes(),
    ...createArchiveRoutes(),
    ...createQueueRoutes(),
    ...createTaskRoutes(context),
    ...createSecretRoutes(),
    ...createCallbackRoutes(),
    ...createScriptRoutes(context),
    ...createTenantRoutes(tenants),
    ...createControlPlaneRoutes(),
    ...createProtectionRoutes(protection),
    ...createRegistrationRoutes({ isOpen: isRegistrationOpen, clock: context.clock }),
    ...createRecentRunsRoutes(),
    ...createOverviewRoutes(context),
    ...createSystemRoutes(context, { guard, scheduler }),
    startLinkRoute(sessions, startLinks),
    ...createSessionRoutes(context, sessions, {
      onEnded,
      people,
      hasProtection: protection !== undefined,
      environment,
      requiresSecondFactor: () => scheduler.settings.requiresSecondFactor(),
    }),
    createSignInWaysRoute(people, tokens),
    ...(people === undefined || sessions === undefined
      ? []
      : createIdentityRoutes({ ...people, sessions, basePath, onEnded }, { isScoped: context.app !== null })),
    ...createEventRoutes(hubs),
    ...createMetricsRoutes(context, requests),
  ];
}
