import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";

export interface PickerProps<Choice extends string> {
  readonly label: string;
  /** The text of no choice. */
  readonly any: string;
  readonly value: Choice | undefined;
  readonly choices: readonly { readonly value: Choice; readonly label: string }[];
  readonly onPick: (value: Choice | undefined) => void;
}

/** One of several, or any; what is chosen is offered although it is not among the choices. */
export function Picker<Choice extends string>({
  label,
  any,
  value,
  choices,
  onPick,
}: PickerProps<Choice>): ReactElement {
  const isOffered = value === undefined || choices.some((choice) => choice.value === value);
  const offered = isOffered ? choices : [{ value, label: value }, ...choices];
  return (
    <NativeSelect
      aria-label={label}
      value={value ?? ""}
      onChange={({ currentTarget }) =>
        onPick(offered.find((choice) => choice.value === currentTarget.value)?.value)
      }
      data={[{ value: "", label: any }, ...offered]}
      data-chosen={value !== undefined || undefined}
    />
  );
}
