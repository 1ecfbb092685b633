import { findingText, type ImportLocale, type ImportPreview, type PreviewedJob } from "@mojob/importers";

/** A preview as the API shows it. */
export function previewJson({ jobs, mistakes }: ImportPreview, locale: ImportLocale): object {
  return {
    jobs: jobs.map((job) => jobJson(job, locale)),
    mistakes: mistakes.map(({ line, code, parameters }) => ({
      line,
      message: findingText(code, parameters, locale),
    })),
  };
}

function jobJson(
  { planned, clash, standingKey, proof, findings }: PreviewedJob,
  locale: ImportLocale,
): object {
  const { source, key, request, schedule } = planned;
  return {
    id: source.id,
    line: source.line,
    name: source.name,
    key,
    app: request?.app ?? source.app,
    kind: source.kind,
    wasOn: source.wasOn,
    importable: request !== null,
    cron: schedule?.cron ?? null,
    everyMs: schedule?.everyMs ?? null,
    everyFrom: schedule?.everyFrom ?? null,
    timeZone: schedule?.timeZone ?? null,
    clash,
    standingKey,
    findings: findings.map(({ code, level, field, parameters }) => ({
      code,
      level,
      field,
      message: findingText(code, parameters, locale),
    })),
    proof,
  };
}
