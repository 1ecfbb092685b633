import { ActKind, SubjectType } from "../../model/history/act.ts";
import type { OperationService } from "../../scheduler/history/operation-service.ts";
import type { InstanceService } from "../../scheduler/instance-service.ts";
import type { JobRegistry } from "../../scheduler/job-registry.ts";
import type { JobService } from "../../scheduler/job-service.ts";
import type { QueueService } from "../../scheduler/queue-service.ts";
import type { ScriptService } from "../../scheduler/script-service.ts";
import type { SecretService } from "../../scheduler/secret-service.ts";
import type { TenantService } from "../../scheduler/tenant-service.ts";
import type { Doing } from "../history/act-log.ts";
import { changeOf } from "../history/act-changes.ts";
import { type Acts, NotedWithin } from "../history/noted.ts";
import { registrationChanges } from "../history/registration-changes.ts";

/** Replaces a value wherever it is shown. */
const MASK = "***";

export const JOBS_ACTS: Acts<JobService, unknown> = {
  check: NotedWithin.Nothing,
  create: NotedWithin.Record,
  copy: NotedWithin.Record,
  update: NotedWithin.Record,
  pause: NotedWithin.Record,
  resume: NotedWithin.Record,
  remove: NotedWithin.Step,
  stopApp: NotedWithin.Step,
  startApp: NotedWithin.Step,
};

export const INSTANCES_ACTS: Acts<InstanceService, unknown> = {
  trigger: NotedWithin.Each,
  triggerMany: NotedWithin.Each,
  tryWork: NotedWithin.Step,
  cancel: NotedWithin.Each,
  release: NotedWithin.Step,
  rerun: NotedWithin.Each,
  bulk: NotedWithin.Each,
  async handleFailure({ requester, args: [id] }, change) {
    const { mutedAt, note } = await change();
    return {
      kind: ActKind.HandleFailure,
      app: requester.apps.only,
      subject: { type: SubjectType.FailureGroup, id },
      note: note === "" ? null : note,
      changes: [changeOf("mutedAt", null, mutedAt?.toISOString() ?? null)],
    };
  },
};

export const QUEUE_ACTS: Acts<QueueService, unknown> = {
  prioritize: NotedWithin.Each,
  runNext: NotedWithin.Each,
  clear: NotedWithin.Each,
};

/** That there is a value, and never which. */
export const SECRETS_ACTS: Acts<SecretService, unknown> = {
  async create({ args: [app, name] }, change) {
    await change();
    return secretAct(app, name, null, MASK);
  },
  async replace({ args: [app, name] }, change) {
    await change();
    return secretAct(app, name, MASK, MASK);
  },
  async remove({ args: [app, name] }, change) {
    await change();
    return secretAct(app, name, MASK, null);
  },
  async reseal({ requester }, change) {
    const changes = [changeOf("sealedAgain", null, await change())];
    const subject = { type: SubjectType.Secret, id: "*" };
    return { kind: ActKind.EditSecret, app: requester.apps.only, subject, changes };
  },
};

export const SCRIPTS_ACTS: Acts<ScriptService, unknown> = {
  save: NotedWithin.Record,
  saveDraft: NotedWithin.Record,
  release: NotedWithin.Record,
};

export const OPERATIONS_ACTS: Acts<OperationService, unknown> = {
  changeJobs: NotedWithin.Each,
  resumePaused: NotedWithin.Each,
  cancelMade: NotedWithin.Each,
};

export const REGISTRY_ACTS: Acts<JobRegistry, unknown> = {
  check: NotedWithin.Nothing,
  async register({ args: [app] }, change) {
    const changes = registrationChanges(await change());
    return changes.length === 0 ? [] : { kind: ActKind.Register, app, changes };
  },
};

export const SETTINGS_ACTS: Acts<TenantService, unknown> = { change: NotedWithin.Step };

function secretAct(app: string, name: string, before: string | null, after: string | null): Doing {
  return {
    kind: ActKind.EditSecret,
    app,
    subject: { type: SubjectType.Secret, id: name },
    changes: [changeOf("value", before, after)],
  };
}
