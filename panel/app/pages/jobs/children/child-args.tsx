import { ActionIcon, Button, TextInput } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../../api/operations.generated.ts";
import type { ChildDraft } from "./child-drafts.ts";
import { valueInRun } from "./value-in-run.ts";

type Args = ChildDraft["args"];

export interface ChildArgsProps {
  readonly args: Args;
  /** The job's last run, whose values are shown. */
  readonly run: Instance | undefined;
  readonly onChange: (args: Args) => void;
}

/** The arguments of a child, each with the value that the last run would have given; a row without a name is not sent. */
export function ChildArgs({ args, run, onChange }: ChildArgsProps): ReactElement {
  const { t } = useTranslation();
  const given = JSON.stringify(args);
  // Rows are kept here, because two names are the same for a moment while one of them is typed.
  const [kept, setKept] = useState(() => ({ of: given, rows: args }));
  const rows = kept.of === given ? kept.rows : args;
  const change = (next: Args): void => {
    const named = Object.entries(Object.fromEntries(next.filter(([name]) => name.trim() !== "")));
    setKept({ of: JSON.stringify(named), rows: next });
    onChange(named);
  };
  return (
    <div className="child-args">
      {rows.map(([name, value], index) => (
        <ArgRow
          // oxlint-disable-next-line react/no-array-index-key -- a row has nothing else
          key={index}
          number={index + 1}
          name={name}
          value={value}
          inRun={run === undefined ? null : valueInRun(value, run)}
          onChange={(next) => change(rows.with(index, next))}
          onRemove={() => change(rows.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<Plus size={12} aria-hidden="true" />}
        onClick={() => setKept({ of: given, rows: [...rows, ["", ""]] })}
      >
        {t("children.addArg")}
      </Button>
    </div>
  );
}

interface ArgRowProps {
  /** From 1. */
  readonly number: number;
  readonly name: string;
  readonly value: string;
  /** `null` where it names nothing of a run. */
  readonly inRun: string | null;
  readonly onChange: (row: readonly [name: string, value: string]) => void;
  readonly onRemove: () => void;
}

function ArgRow({ number, name, value, inRun, onChange, onRemove }: ArgRowProps): ReactElement {
  const { t } = useTranslation();
  return (
    <div>
      <div className="child-line">
        <TextInput
          aria-label={t("children.argName", { number })}
          className="mono-input child-arg-name"
          value={name}
          onChange={({ currentTarget }) => onChange([currentTarget.value, value])}
          autoComplete="off"
          spellCheck={false}
        />
        <span aria-hidden="true" className="child-arrow">
          ←
        </span>
        <TextInput
          aria-label={t("children.argValue", { number })}
          className="mono-input child-arg-value"
          value={value}
          onChange={({ currentTarget }) => onChange([name, currentTarget.value])}
          autoComplete="off"
          spellCheck={false}
        />
        <ActionIcon aria-label={t("children.removeArg", { number })} onClick={onRemove}>
          <X size={14} />
        </ActionIcon>
      </div>
      {inRun !== null && (
        <div className="child-in-run dimmed">
          {t("children.inRun")} <span className="mono">{inRun}</span>
        </div>
      )}
    </div>
  );
}
