import { Textarea, type TextareaProps } from "@mantine/core";
import { type ReactElement, useMemo, useRef } from "react";
import "./source-field.css";

export interface SourceFieldProps extends Pick<
  TextareaProps,
  "label" | "error" | "readOnly" | "required" | "classNames" | "inputWrapperOrder"
> {
  readonly value: string;
  readonly minRows: number;
  readonly maxRows: number;
  readonly maxLength?: number;
  readonly onChange: (value: string) => void;
}

/** The text of a program with the numbers of its lines, in a field that every keyboard and reader knows; Tab leaves it. */
export function SourceField({ value, onChange, ...field }: SourceFieldProps): ReactElement {
  const gutter = useRef<HTMLPreElement>(null);
  const lines = value.split("\n").length;
  const numbers = useMemo(() => Array.from({ length: lines }, (_, index) => index + 1).join("\n"), [lines]);
  const digits = String(lines).length;
  return (
    <Textarea
      {...field}
      className="mono-input source-field"
      value={value}
      autosize
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      wrap="off"
      leftSectionPointerEvents="none"
      leftSectionWidth={`calc(${Math.max(2, digits)}ch + 18px)`}
      leftSection={
        <pre ref={gutter} aria-hidden="true" className="source-lines">
          {numbers}
        </pre>
      }
      onScroll={({ currentTarget: { scrollTop } }) => {
        if (gutter.current !== null) gutter.current.scrollTop = scrollTop;
      }}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
