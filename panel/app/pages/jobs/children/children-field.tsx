import { Button, Input, SegmentedControl, Textarea } from "@mantine/core";
import { Plus } from "lucide-react";
import { type ReactElement, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";
import { type ChildDraft, NEW_CHILD, readChildren, textOfChildren } from "./child-drafts.ts";
import { ChildInputs } from "./child-inputs.tsx";
import "./children.css";

/** The placeholders in an argument for values of the run. */
export const CHILD_VALUES = { args: "{args.month}", result: "{result.files}", run: "{run.id}" } as const;

export interface ChildrenFieldProps {
  readonly job: JobDetail;
  readonly wrapper: {
    readonly label: string;
    readonly description: ReactNode;
    readonly error: string | undefined;
    readonly classNames: { readonly root: string };
    readonly inputWrapperOrder: ("label" | "input")[];
  };
  /** In place of the description, where it is written in rows. */
  readonly formHint: ReactNode;
  /** The list as JSON; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The jobs that the end of a run starts, in rows or as JSON; both are of one text. */
export function ChildrenField({ job, wrapper, formHint, value, onChange }: ChildrenFieldProps): ReactElement {
  const { t } = useTranslation();
  const [isJson, setJson] = useState(false);
  const drafts = readChildren(value);
  const latest = job.latest?.id ?? "";
  const run = useApi("getInstance", { path: { id: latest } }, { enabled: latest !== "" });
  const change = (next: readonly ChildDraft[]): void => onChange(textOfChildren(next));
  const { description, error, ...around } = wrapper;
  const isForm = !isJson && drafts !== null;
  return (
    <Input.Wrapper {...around} error={error} labelElement="div" description={isForm ? formHint : description}>
      <div className="child-list">
        <SegmentedControl
          size="xs"
          aria-label={wrapper.label}
          value={isForm ? "form" : "json"}
          onChange={(chosen) => setJson(chosen === "json")}
          data={[
            { value: "form", label: t("children.form"), disabled: drafts === null },
            { value: "json", label: "JSON" },
          ]}
        />
        {isForm ? (
          <>
            {drafts.map((draft, index) => (
              <ChildInputs
                // The job is edited: only its place names a draft.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                number={index + 1}
                own={job.key}
                draft={draft}
                run={run.data}
                onChange={(next) => change(drafts.with(index, next))}
                onRemove={() => change(drafts.toSpliced(index, 1))}
              />
            ))}
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<Plus size={12} aria-hidden="true" />}
              onClick={() => change([...drafts, NEW_CHILD])}
            >
              {t("children.add")}
            </Button>
          </>
        ) : (
          <Textarea
            aria-label={wrapper.label}
            className="child-json mono-input"
            autosize
            minRows={2}
            maxRows={16}
            spellCheck={false}
            value={value}
            error={error !== undefined}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )}
      </div>
    </Input.Wrapper>
  );
}
