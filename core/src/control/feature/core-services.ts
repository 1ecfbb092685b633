import type { PerRequester } from "../access/per-requester.ts";
import type { CoreServiceName } from "../access/method-rule.ts";
import {
  AUDIT_RULES,
  HISTORY_RULES,
  INSTANCES_RULES,
  JOBS_RULES,
  OPERATIONS_RULES,
  QUEUE_RULES,
  REGISTRY_RULES,
  SCRIPTS_RULES,
  SECRETS_RULES,
  SETTINGS_RULES,
} from "../access/method-rules.ts";
import { createOperationService } from "../create-operation-service.ts";
import { createSecretService } from "../create-secret-service.ts";
import { type Engine, type ServiceTable } from "../engine.ts";
import { createAuditService } from "../history/create-audit-service.ts";
import { createHistoryService } from "../history/create-history-service.ts";
import {
  AUDIT_VIEWS,
  HISTORY_VIEWS,
  INSTANCE_VIEWS,
  JOB_VIEWS,
  QUEUE_VIEWS,
} from "../payloads/method-views.ts";
import { Queue } from "../queue/queue.ts";
import {
  INSTANCES_ACTS,
  JOBS_ACTS,
  OPERATIONS_ACTS,
  QUEUE_ACTS,
  REGISTRY_ACTS,
  SCRIPTS_ACTS,
  SECRETS_ACTS,
  SETTINGS_ACTS,
} from "./core-acts.ts";
import { createScriptService } from "../scripts/create-script-service.ts";
import { createTenantService } from "../settings/create-tenant-service.ts";

/** The services that every scheduler has. */
export const CORE_SERVICES: Required<Pick<ServiceTable, CoreServiceName>> = {
  jobs: { rules: JOBS_RULES, acts: JOBS_ACTS, views: JOB_VIEWS, create: ({ jobs }) => jobs },
  instances: {
    rules: INSTANCES_RULES,
    acts: INSTANCES_ACTS,
    views: INSTANCE_VIEWS,
    create: ({ instances }) => instances,
  },
  queue: { rules: QUEUE_RULES, acts: QUEUE_ACTS, views: QUEUE_VIEWS, create: (parts) => new Queue(parts) },
  secrets: { rules: SECRETS_RULES, acts: SECRETS_ACTS, create: createSecretService },
  scripts: {
    rules: SCRIPTS_RULES,
    acts: SCRIPTS_ACTS,
    create: (parts) => {
      const { store, jobs } = parts;
      return createScriptService({ ...parts, scripts: store.scripts, update: jobs.update.bind(jobs) });
    },
  },
  history: { rules: HISTORY_RULES, views: HISTORY_VIEWS, create: createHistoryService },
  audit: { rules: AUDIT_RULES, views: AUDIT_VIEWS, create: createAuditService },
  operations: { rules: OPERATIONS_RULES, acts: OPERATIONS_ACTS, create: createOperationService },
  registry: { rules: REGISTRY_RULES, acts: REGISTRY_ACTS, create: ({ registry }) => askedRegistry(registry) },
  settings: { rules: SETTINGS_RULES, acts: SETTINGS_ACTS, create: createTenantService },
};

function askedRegistry(registry: Engine["registry"]): PerRequester<Engine["registry"]> {
  return {
    defaults: (_, ofTenant) => registry.defaults(ofTenant),
    declare: (_, job, defaults) => registry.declare(job, defaults),
    async check({ apps, scope }, keys, from) {
      const { names } = apps;
      if (names === null || (scope === null && from !== undefined && apps.has(from)))
        return registry.check(keys, from);
      // Only what none of its apps has is not registered, as far as the caller may know.
      let missing = keys;
      for (const app of names ?? []) missing = await registry.check(missing, app);
      return missing;
    },
    async register(requester, from, jobs, given) {
      requester.assertApp(from, `register jobs of app "${from}"`);
      const { by } = requester;
      const request = { ...given, by, ...(!requester.apps.isAll && { childrenOf: from }) };
      return registry.register(from, jobs, request);
    },
  };
}
