import { ActKind } from "../../model/history/act.ts";
import type { Asked } from "../access/asked.ts";
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
import type { ActBook } from "../history/act-book.ts";
import { createAuditService } from "../history/create-audit-service.ts";
import { createHistoryService } from "../history/create-history-service.ts";
import { notedSecrets } from "../history/noted/noted-secrets.ts";
import { registrationChanges } from "../history/noted/registration-changes.ts";
import {
  AUDIT_VIEWS,
  HISTORY_VIEWS,
  INSTANCE_VIEWS,
  JOB_VIEWS,
  QUEUE_VIEWS,
} from "../payloads/method-views.ts";
import { Queue } from "../queue/queue.ts";
import { createScriptService } from "../scripts/create-script-service.ts";
import { createTenantService } from "../settings/create-tenant-service.ts";

/** The services that every scheduler has. */
export const CORE_SERVICES: Required<Pick<ServiceTable, CoreServiceName>> = {
  jobs: { rules: JOBS_RULES, views: JOB_VIEWS, create: ({ jobs }) => jobs },
  instances: { rules: INSTANCES_RULES, views: INSTANCE_VIEWS, create: ({ instances }) => instances },
  queue: { rules: QUEUE_RULES, views: QUEUE_VIEWS, create: (parts) => new Queue(parts) },
  secrets: {
    rules: SECRETS_RULES,
    create: (parts) => notedSecrets(createSecretService(parts), parts.book),
  },
  scripts: {
    rules: SCRIPTS_RULES,
    create: (parts) => {
      const { store, jobs } = parts;
      return createScriptService({ ...parts, scripts: store.scripts, update: jobs.update.bind(jobs) });
    },
  },
  history: { rules: HISTORY_RULES, views: HISTORY_VIEWS, create: createHistoryService },
  audit: { rules: AUDIT_RULES, views: AUDIT_VIEWS, create: createAuditService },
  operations: { rules: OPERATIONS_RULES, create: createOperationService },
  registry: { rules: REGISTRY_RULES, create: ({ registry, book }) => askedRegistry(registry, book) },
  settings: { rules: SETTINGS_RULES, create: createTenantService },
};

function askedRegistry(registry: Engine["registry"], book: ActBook): Asked<Engine["registry"]> {
  return {
    defaults: () => registry.defaults(),
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
    async register(asker, from, jobs, given) {
      asker.assertApp(from, `register jobs of app "${from}"`);
      const { by } = asker;
      const request = { ...given, by, ...(!asker.apps.isAll && { childrenOf: from }) };
      const results = await registry.register(from, jobs, request);
      const changes = registrationChanges(results);
      if (changes.length > 0) await book.noteDone(asker, { kind: ActKind.Register, app: from, changes });
      return results;
    },
  };
}
