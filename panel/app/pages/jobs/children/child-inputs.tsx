import { ActionIcon, Autocomplete, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { X } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";
import { CHILD_ENDS, type ChildDraft } from "./child-drafts.ts";
import { ChildArgs } from "./child-args.tsx";

const REST_MS = 200;
const OFFERED = 20;

export interface ChildInputsProps {
  /** From 1. */
  readonly number: number;
  /** The key of the job whose end starts it. */
  readonly own: string;
  readonly draft: ChildDraft;
  /** The job's last run, whose values are shown. */
  readonly run: Instance | undefined;
  readonly onChange: (draft: ChildDraft) => void;
  readonly onRemove: () => void;
}

/** One child: after which end, which job, with what. */
export function ChildInputs({ number, own, draft, run, onChange, onRemove }: ChildInputsProps): ReactElement {
  const { t } = useTranslation();
  const [search] = useDebouncedValue(draft.job.trim(), REST_MS);
  const jobs = useApi("listJobs", { query: { limit: OFFERED, ...(search !== "" && { search }) } });
  const set = (changed: Partial<ChildDraft>): void => onChange({ ...draft, ...changed });
  const { job, on, args, when, edge } = draft;
  return (
    <fieldset className="child-inputs">
      <legend className="visually-hidden">{t("children.number", { number })}</legend>
      <div className="child-line">
        <NativeSelect
          label={t("children.on")}
          value={on}
          data={CHILD_ENDS.map((value) => ({ value, label: t(`children.ends.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            set({ on: CHILD_ENDS.find((one) => one === value) ?? "success" })
          }
        />
        <Autocomplete
          size="xs"
          className="mono-input child-job"
          label={t("children.job")}
          value={job}
          onChange={(key) => set({ job: key })}
          data={(jobs.data?.items ?? []).map(({ key }) => key).filter((key) => key !== own)}
          comboboxProps={{ transitionProps: { duration: 0 } }}
          required
        />
        <ActionIcon className="child-remove" aria-label={t("children.remove", { number })} onClick={onRemove}>
          <X size={14} />
        </ActionIcon>
      </div>
      <ChildArgs args={args} run={run} onChange={(next) => set({ args: next })} />
      <TextInput
        className="mono-input"
        label={t("children.when")}
        description={t("children.whenHint")}
        placeholder="$.SELF.RESULT.files > 0"
        value={when}
        // Only a condition can become true.
        onChange={({ currentTarget: { value } }) => set({ when: value, edge: edge && value.trim() !== "" })}
        autoComplete="off"
        spellCheck={false}
      />
      {when.trim() !== "" && (
        <Checkbox
          size="xs"
          label={t("children.edge")}
          checked={edge}
          onChange={({ currentTarget: { checked } }) => set({ edge: checked })}
        />
      )}
    </fieldset>
  );
}
