import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { OWN_RULES } from "../access/method-rules.ts";
import type { CoreServiceName, MethodRules, ServiceName } from "../access/method-rule.ts";
import { CORE_SERVICES } from "./core-services.ts";
import type { Feature, ServiceDefinition } from "../engine.ts";

/** Which feature each service belongs to that is not the core's own. */
const FEATURE_OF: Readonly<Record<Exclude<ServiceName, CoreServiceName>, string>> = {
  explanations: "why",
  incidents: "alarms",
  alarms: "alarms",
  tasks: "tasks",
  views: "views",
  backfills: "backfill",
  forecasts: "forecast",
  calendars: "calendars",
  reports: "reports",
  storage: "storage",
  windows: "windows",
  samples: "samples",
  exports: "exports",
  archives: "exports",
};

const SERVICE_NAMES = [...Object.keys(CORE_SERVICES), ...Object.keys(FEATURE_OF)] as readonly ServiceName[];

/** Every service by its name: of those that no feature brings, `null`. */
export type Definitions = ReadonlyMap<ServiceName, ServiceDefinition | null>;

/**
 * The services of a scheduler with these features.
 * @throws MoJobError `invalid_configuration` where two features have a name, a service or the host of tasks in common
 */
export function definitionsOf(features: readonly Feature[]): Definitions {
  const found = new Map<ServiceName, ServiceDefinition | null>(SERVICE_NAMES.map((name) => [name, null]));
  const add = (from: string, services: object): void => {
    for (const [name, definition] of Object.entries(services) as [ServiceName, ServiceDefinition][]) {
      if (found.get(name) !== null) throw twice(`two features bring ${name}, one of them is "${from}"`);
      found.set(name, definition);
    }
  };
  add("core", CORE_SERVICES);
  const names = features.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw twice(`feature "${repeated}" is in the list twice`);
  for (const { name, services = {} } of features) add(name, services);
  const [, second] = features.filter(({ tasks }) => tasks !== undefined);
  if (second !== undefined) throw twice(`two features move tasks on, one of them is "${second.name}"`);
  return found;
}

function twice(what: string): MoJobError {
  return new MoJobError(MoJobErrorCode.InvalidConfiguration, `Cannot open the scheduler: ${what}`);
}

/**
 * The permissions that every method of a scheduler with these features needs: the one table of them. Gate, routes and documentation follow
 * from it.
 */
export function methodRulesOf(features: readonly Feature[]): MethodRules {
  const rules = [...definitionsOf(features)].flatMap(([name, definition]) =>
    definition === null ? [] : [[name, definition.rules] as const],
  );
  return { ...(Object.fromEntries(rules) as Omit<MethodRules, "own">), own: OWN_RULES };
}

/** A service whose every method says which feature is not there. */
export function missingService(name: ServiceName): object {
  const feature = FEATURE_OF[name as keyof typeof FEATURE_OF];
  return new Proxy(
    {},
    {
      get: (_, method) =>
        // `await` looks up `then` on every object.
        typeof method === "symbol" || method === "then"
          ? undefined
          : () => Promise.reject(featureMissing(`${name}.${method}`, feature)),
    },
  );
}

function featureMissing(method: string, feature: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.FeatureMissing,
    `Cannot call ${method}(): the scheduler was opened without the feature "${feature}". Put it into "features"`,
    { parameters: { feature } },
  );
}
