import type { Requester } from "../access/requester.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { invalidInput } from "../base/input.ts";
import { issueAt } from "../base/issue/issue.ts";
import { SHORTEST_HIDDEN } from "../base/sealing/text-mask.ts";
import { byteLength } from "../base/truncate.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import { secretsNamedBy } from "../definition/task/secrets-named-by.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { assertApp } from "../model/name/names.ts";
import { isSecretKey } from "../model/secret-reference.ts";
import type { SecretService, SecretSummary } from "../scheduler/secret-service.ts";
import type { SecretRecord } from "../secrets/secret-record.ts";
import type { StoredSecrets, StoredSecret } from "../secrets/stored-secrets.ts";
import { WorkError } from "../work/work-error.ts";
import type { PerRequester } from "./access/per-requester.ts";
import { inEach } from "./scope/scoped-query.ts";

const LONGEST_VALUE_BYTES = 16 * 1024;

export interface SecretServiceOptions {
  readonly secrets: StoredSecrets;
  readonly cache: Pick<JobDefinitionCache, "getAll">;
}

/** Keeps and shows secrets. */
export function createSecretService({ secrets, cache }: SecretServiceOptions): PerRequester<SecretService> {
  const summaries = async (stored: readonly StoredSecret[]): Promise<readonly SecretSummary[]> => {
    const definitions = await cache.getAll();
    return stored.map((one) => summaryOf(one, secrets.canOpen(one.record), definitions));
  };

  const save = async (
    requester: Requester,
    app: string,
    name: string,
    value: string,
    doing: string,
    mayWrite: (current: SecretRecord | null) => boolean,
  ): Promise<SecretSummary | null> => {
    requester.assertApp(app, `${doing} a secret of app "${app}"`);
    assertApp(app);
    assertSecret(name, value, doing);
    const record = await secrets.save(app, name, value, requester.by, mayWrite);
    return record && ((await summaries([{ app, name, record }]))[0] ?? null);
  };

  return {
    async list({ apps }, app) {
      if (app !== undefined && !apps.has(app)) return [];
      const stored = await secrets.list(app ?? apps.only ?? undefined);
      return summaries(stored.filter((one) => apps.has(one.app)));
    },
    async create(requester, app, name, value) {
      const created = await save(requester, app, name, value, "create", (current) => current === null);
      if (created !== null) return created;
      throw new MoJobError(
        MoJobErrorCode.SecretTaken,
        `Cannot create secret "${name}": app "${app}" has one of this name`,
      );
    },
    async replace(requester, app, name, value) {
      if (!requester.finds(app)) throw notFound(app, name);
      const replaced = await save(requester, app, name, value, "replace", (current) => current !== null);
      if (replaced !== null) return replaced;
      throw notFound(app, name);
    },
    async remove(requester, app, name) {
      if (!requester.finds(app) || !isSecretKey(name) || !(await secrets.remove(app, name)))
        throw notFound(app, name);
    },
    async reseal({ apps }) {
      try {
        const counts = await inEach(apps, (app) => secrets.reseal(app));
        return counts.reduce((sum, count) => sum + count, 0);
      } catch (error) {
        if (!(error instanceof WorkError)) throw error;
        throw new MoJobError(MoJobErrorCode.KeyMissing, `Cannot seal all secrets again: ${error.message}`, {
          cause: error,
        });
      }
    },
  };
}

function summaryOf(
  { app, name, record }: StoredSecret,
  canOpen: boolean,
  definitions: readonly JobDefinition[],
): SecretSummary {
  const { version, sealed, createdBy, updatedBy } = record;
  return {
    app,
    name,
    version,
    key: sealed.key,
    canOpen,
    createdAt: new Date(record.createdAt),
    createdBy,
    updatedAt: new Date(record.updatedAt),
    updatedBy,
    usedBy: definitions
      .filter((job) => job.app === app && secretsNamedBy(job.work).includes(name))
      .map(({ key }) => key)
      .sort(),
  };
}

function assertSecret(name: string, value: string, doing: string): void {
  if (!isSecretKey(name)) throw invalidInput(`${doing} this secret`, [issueAt("/name", "secret_name_rule")]);
  // The value is in no message.
  const wrong =
    value.trim().length < SHORTEST_HIDDEN
      ? issueAt("/value", "secret_too_short", { min: SHORTEST_HIDDEN })
      : byteLength(value) > LONGEST_VALUE_BYTES
        ? issueAt("/value", "too_long", { max: LONGEST_VALUE_BYTES })
        : null;
  if (wrong !== null) throw invalidInput(`${doing} secret "${name}"`, [wrong]);
}

function notFound(app: string, name: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.SecretNotFound,
    `Cannot find secret "${name.slice(0, 64)}": app "${app.slice(0, 63)}" has none of this name`,
  );
}
