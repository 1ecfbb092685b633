import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { issueWords } from "../../../api/issue-words.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { notifyDone, notifyError } from "../../../api/notify.ts";
import { quartzReadings } from "../cron/quartz.ts";
import {
  conflictsOf,
  editOption,
  keepMine,
  type OptionConflict,
  type OptionEdits,
  patchOf,
  takeTheirs,
  unreadableOf,
} from "./option-edits.ts";
import {
  inputOf,
  OPTION_PATHS,
  type OptionInput,
  type OptionPath,
  type OptionValues,
  optionValues,
} from "./option-fields.ts";

const STALE = 412;

export interface OptionsForm {
  readonly stored: OptionValues;
  readonly count: number;
  readonly conflicts: readonly OptionConflict[];
  readonly unreadable: readonly OptionPath[];
  /** Why the API did not take an option. */
  readonly errors: Readonly<Partial<Record<OptionPath, string>>>;
  /** Another user's change kept the edits from being saved. */
  readonly isStale: boolean;
  readonly isSaving: boolean;
  input(path: OptionPath): OptionInput;
  edit(path: OptionPath, input: OptionInput): void;
  takeTheirs(path: OptionPath): void;
  keepMine(path: OptionPath): void;
  discard(): void;
  save(): void;
}

/** The options of a job while they are edited; options without an edit follow the stored value. */
export function useOptionsForm(job: JobDetail): OptionsForm {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [edits, setEdits] = useState<OptionEdits>({});
  const [errors, setErrors] = useState<OptionsForm["errors"]>({});
  const [isStale, setStale] = useState(false);
  const stored = optionValues(job.options);
  const update = useApiChange("updateJob", {
    onDone: ({ options }) => {
      setEdits({});
      setErrors({});
      setStale(false);
      notifyDone(t("job.saved", { name: options.name }));
    },
    onFailed: (error) => {
      if (error.status === STALE) {
        setStale(true);
        void client.invalidateQueries({ queryKey: ["getJob"] });
        return;
      }
      const found = Object.fromEntries(
        (error.problem?.errors ?? [])
          .map(
            (issue) =>
              [pathOf((issue.pointer ?? "").slice(1).replaceAll("/", ".")), issueWords(issue)] as const,
          )
          .filter(([path]) => path !== undefined),
      ) as OptionsForm["errors"];
      setErrors(found);
      if (Object.keys(found).length === 0) notifyError(error);
    },
  });
  return {
    stored,
    count: Object.keys(edits).length,
    conflicts: conflictsOf(edits, stored),
    unreadable: [...unreadableOf(edits), ...unclearOf(edits, stored)],
    errors,
    isStale,
    isSaving: update.isPending,
    input: (path) => edits[path]?.input ?? inputOf(path, stored[path]),
    edit(path, input) {
      setEdits((before) => editOption(before, path, input, stored));
      setErrors((before) => ({ ...before, [path]: undefined }));
    },
    takeTheirs: (path) => setEdits((before) => takeTheirs(before, path)),
    keepMine: (path) => setEdits((before) => keepMine(before, path, stored)),
    discard() {
      setEdits({});
      setErrors({});
      setStale(false);
    },
    save() {
      setStale(false);
      update.mutate({
        path: { key: job.key },
        body: patchOf(edits),
        options: { ifMatch: job.revision },
      });
    },
  };
}

/** The option a pointer leads to or into, such as a tag of the tags. */
function pathOf(path: string): OptionPath | undefined {
  return OPTION_PATHS.find((one) => path === one || path.startsWith(`${one}.`));
}

/** An expression whose weekdays can be meant in two ways is not saved before somebody has said which. */
function unclearOf(edits: OptionEdits, stored: OptionValues): readonly OptionPath[] {
  const cron = edits["cron"]?.input;
  const dialect = edits["cronDialect"]?.input ?? inputOf("cronDialect", stored["cronDialect"]);
  return typeof cron === "string" && dialect === "standard" && quartzReadings(cron) !== null ? ["cron"] : [];
}
