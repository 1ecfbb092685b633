import type { ReactElement } from "react";

export interface TickBoxProps {
  readonly label: string;
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
}

/** Of a row: the browser's own box, because there is one in each row. */
export function TickBox({ label, isTicked, onTick }: TickBoxProps): ReactElement {
  return (
    <label className="tick-box">
      <input
        type="checkbox"
        aria-label={label}
        checked={isTicked}
        onChange={({ currentTarget: { checked } }) => onTick(checked)}
      />
    </label>
  );
}
