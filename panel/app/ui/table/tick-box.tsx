import type { ReactElement } from "react";

export interface TickBoxProps {
  readonly label: string;
  readonly isTicked: boolean;
  /** Some of what it stands for is ticked. @default false */
  readonly isPartly?: boolean;
  readonly onTick: (isTicked: boolean) => void;
}

/** Of a row, or of all: the browser's own box, because there is one in each row. */
export function TickBox({ label, isTicked, isPartly = false, onTick }: TickBoxProps): ReactElement {
  return (
    <label className="tick-box">
      <input
        type="checkbox"
        aria-label={label}
        checked={isTicked}
        ref={(box) => {
          if (box !== null) box.indeterminate = isPartly;
        }}
        onChange={({ currentTarget: { checked } }) => onTick(checked)}
      />
    </label>
  );
}
