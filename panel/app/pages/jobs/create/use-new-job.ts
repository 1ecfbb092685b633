import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { forgetLocalDraft, NEW_BODY, useDraftOwner } from "../../tasks/body/use-local-draft.ts";
import type { ApiError } from "../../../api/api-error.ts";
import { JobTab } from "../detail/job-search.ts";
import { notifyDone } from "../../../api/notify.ts";
import type { Operations } from "../../../api/operations.generated.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { parseDuration } from "../../../time/duration-text.ts";
import { localZone } from "../../../time/format-time.ts";
import { CRON_PRESETS } from "../cron/cron-fields.ts";
import type { CronDialect } from "../cron/quartz.ts";
import type { JsonWorkKind } from "../work/json-work.ts";
import { type FieldMistakes, fieldMistakes, mistakesBelow } from "../../../api/field-mistakes.ts";

type JobKind = Operations["createJob"]["body"]["kind"];
type NewJobOptions = NonNullable<Operations["createJob"]["body"]["options"]>;

/** A job as it is put together. */
export interface NewJob {
  readonly key: string;
  readonly name: string;
  readonly app: string;
  readonly kind: JobKind;
  /** Empty: the code with the job's own key. */
  readonly handler: string;
  /** Of the script that it runs; empty: it runs code. */
  readonly language: string;
  readonly source: string;
  /** Those that the script gets. */
  readonly secrets: readonly string[];
  /** Of what it runs, where that is written as JSON; `null` for code and scripts. */
  readonly jsonKind: JsonWorkKind | null;
  readonly workText: string;
  /** It fires at an interval instead of by `cron`. */
  readonly isInterval: boolean;
  readonly every: string;
  readonly everyFrom: "start" | "end";
  readonly cron: string;
  readonly cronDialect: CronDialect;
  readonly timeZone: string;
  /** JSON; empty for none. */
  readonly argsText: string;
}

export interface NewJobForm {
  readonly job: NewJob;
  readonly mistakes: FieldMistakes;
  /** Of the arguments, by pointer into them. */
  readonly argsMistakes: ReadonlyMap<string, string>;
  /** Of what it runs, by pointer into that. */
  readonly workMistakes: ReadonlyMap<string, string>;
  readonly isPending: boolean;
  readonly isEdited: boolean;
  change(changed: Partial<NewJob>): void;
  create(): void;
  /** Shows what a refused try has found at its fields. */
  refuse(error: ApiError): void;
}

const NONE: ReadonlyMap<string, string> = new Map();

export function useNewJob(app: string): NewJobForm {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const owner = useDraftOwner();
  const [empty] = useState(() => emptyJob(app));
  const [job, setJob] = useState(empty);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const create = useApiChange("createJob", {
    onDone: ({ key, warnings = [] }) => {
      forgetLocalDraft(NEW_BODY, owner);
      notifyDone(t("jobLife.created", { key }));
      // Where its graph names what is not there, its page says so at once.
      const isSound = warnings.length === 0;
      const tab = isSound ? JobTab.Options : JobTab.Task;
      void navigate({ to: "/jobs/$key", params: { key }, search: { tab }, ignoreBlocker: true });
    },
    onFailed: setRefusal,
  });
  return {
    job,
    mistakes: refusal === null ? {} : fieldMistakes(refusal, "key"),
    argsMistakes: refusal === null ? NONE : mistakesBelow(refusal, "args"),
    workMistakes: refusal === null ? NONE : mistakesBelow(refusal, "work"),
    isPending: create.isPending,
    isEdited: job !== empty,
    change(changed) {
      setJob((before) => ({ ...before, ...changed }));
      setRefusal(null);
    },
    refuse: setRefusal,
    create: () => create.mutate({ body: bodyOf(job), options: { rawBody: rawBody(job) } }),
  };
}

function emptyJob(app: string): NewJob {
  return {
    key: "",
    name: "",
    app,
    kind: "recurring",
    handler: "",
    language: "",
    source: "",
    secrets: [],
    jsonKind: null,
    workText: "",
    isInterval: false,
    every: "5m",
    everyFrom: "start",
    cron: CRON_PRESETS.daily,
    cronDialect: "standard",
    timeZone: localZone(),
    argsText: "",
  };
}

/** An input that cannot be read is sent as nothing, which the form does not let through. */
function scheduleOf({
  isInterval,
  every,
  everyFrom,
  cron,
  cronDialect,
  timeZone,
}: Pick<NewJob, "isInterval" | "every" | "everyFrom" | "cron" | "cronDialect" | "timeZone">): NewJobOptions {
  if (isInterval) return { everyMs: parseDuration(every), everyFrom, timeZone };
  return {
    cron: cron.trim() === "" ? null : cron.trim(),
    // Stated where it was chosen alone: the API asks about weekdays where it is not.
    ...(cronDialect === "quartz" && { cronDialect }),
    timeZone,
  };
}

function bodyOf({
  key,
  name,
  app,
  kind,
  handler,
  language,
  source,
  secrets,
  ...schedule
}: NewJob): Operations["createJob"]["body"] {
  return {
    key: key.trim(),
    app,
    kind,
    options: {
      ...(name.trim() !== "" && { name: name.trim() }),
      ...(kind === "recurring" && scheduleOf(schedule)),
      // A route of alarms takes no job that skips notices while it is full.
      ...(schedule.jsonKind === "notice" && { whenFull: "queue" }),
    },
    ...(handler.trim() !== "" && { work: { kind: "code", handler: handler.trim() } }),
    ...(language !== "" && { work: scriptWork({ language, source, secrets }) }),
  };
}

/** The body with JSON as it was written, so that no number is changed on the way. */
function rawBody(job: NewJob): string {
  const written = [
    ["work", job.jsonKind === null ? "" : job.workText.trim()],
    ["args", job.argsText.trim()],
  ].flatMap(([name, text]) => (text === "" ? [] : [`,"${name}":${text}`]));
  return `${JSON.stringify(bodyOf(job)).slice(0, -1)}${written.join("")}}`;
}

function scriptWork({ language, source, secrets }: Pick<NewJob, "language" | "source" | "secrets">) {
  return { kind: "script" as const, language, source, ...(secrets.length > 0 && { secrets: [...secrets] }) };
}

/** The work of the job, as JSON; `null` for code, and where nothing is written yet. */
export function workTextOf(job: NewJob): string | null {
  if (job.jsonKind !== null) return job.workText.trim();
  return job.language === "" || job.source.trim() === "" ? null : JSON.stringify(scriptWork(job));
}
