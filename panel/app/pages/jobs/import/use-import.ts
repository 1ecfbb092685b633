import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import type { Operations } from "../../../api/operations.generated.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { type FieldMistakes, fieldMistakes } from "../../../api/field-mistakes.ts";

export type Preview = Operations["previewImport"]["answer"];
export type PreviewedJob = Preview["jobs"][number];
export type ImportSource = Operations["previewImport"]["body"]["source"];
export type ImportResult = Operations["applyImport"]["answer"]["results"][number];
type Choice = NonNullable<Operations["applyImport"]["body"]["choices"]>[number];
export type OnClash = NonNullable<Choice["onClash"]>;

export interface ImportForm {
  readonly source: ImportSource;
  readonly text: string;
  /** Empty until it is chosen: it is never guessed. */
  readonly timeZone: string;
  readonly app: string;
  /** Of crontabs alone. */
  readonly anyExitCode: boolean;
}

/** Whether the source's scheduler did not look at exit codes. */
export function hasExitCodes(source: ImportSource): boolean {
  return source === "crontab" || source === "systemCrontab";
}

export interface Import {
  readonly form: ImportForm;
  readonly mistakes: FieldMistakes;
  readonly preview: Preview | null;
  readonly results: readonly ImportResult[] | null;
  readonly isPending: boolean;
  change(changed: Partial<ImportForm>): void;
  read(): void;
  apply(choices: readonly Choice[]): void;
}

/** Another scheduler's jobs on their way here: what is read, what would come of it, what became of it. */
export function useImport(): Import {
  const { i18n } = useTranslation();
  const [form, setForm] = useState<ImportForm>({
    source: "xxl",
    text: "",
    timeZone: "",
    app: "",
    anyExitCode: false,
  });
  const [preview, setPreview] = useState<Preview | null>(null);
  const [results, setResults] = useState<readonly ImportResult[] | null>(null);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const handling = { onFailed: setRefusal };
  const reading = useApiChange("previewImport", { ...handling, onDone: setPreview });
  const applying = useApiChange("applyImport", {
    ...handling,
    onDone: ({ results: done }) => setResults(done),
  });
  const { app, anyExitCode, ...rest } = form;
  const body = {
    ...rest,
    ...(hasExitCodes(form.source) && { anyExitCode }),
    ...(app.trim() !== "" && { app: app.trim() }),
    locale: i18n.language.startsWith("zh") ? ("zh" as const) : ("en" as const),
  };
  return {
    form,
    mistakes: refusal === null ? {} : fieldMistakes(refusal, "text"),
    preview,
    results,
    isPending: reading.isPending || applying.isPending,
    change(changed) {
      setForm((before) => ({ ...before, ...changed }));
      setRefusal(null);
      setPreview(null);
      setResults(null);
    },
    read() {
      setPreview(null);
      setResults(null);
      reading.mutate({ body });
    },
    apply: (choices) => applying.mutate({ body: { ...body, choices } }),
  };
}
