import { useComputedColorScheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type MouseEvent, type ReactElement, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ItemState } from "../run/item-states.ts";

const COLORS: Readonly<Record<ItemState, string>> = {
  open: "skipped",
  running: "processing",
  ok: "succeeded",
  bad: "terminated",
};
/** How wide cells are: of up to so many items. */
const SIZES: readonly (readonly [most: number, px: number])[] = [
  [300, 10],
  [1200, 7],
  [4000, 5],
  [Infinity, 4],
];

export interface ItemStripProps {
  readonly states: readonly ItemState[];
  /** What an item is about, for people. */
  readonly wordsOf: (item: number) => string;
  readonly onPress: (item: number) => void;
}

/** The items of a batch as a strip of cells in the colours of their states, however many they are. */
export function ItemStrip({ states, wordsOf, onPress }: ItemStripProps): ReactElement {
  const { t } = useTranslation();
  const { ref, width } = useElementSize();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme();
  const px = SIZES.find(([most]) => states.length <= most)?.[1] ?? 4;
  const columns = Math.max(1, Math.floor(width / px));
  const height = Math.ceil(states.length / columns) * px;
  useEffect(() => {
    if (canvas.current !== null && width > 0) draw(canvas.current, states, { px, columns, width, height });
  }, [states, px, columns, width, height, scheme]);
  const itemAt = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLCanvasElement>): number => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return Math.floor((clientY - top) / px) * columns + Math.floor((clientX - left) / px);
  };
  const countOf = (state: ItemState): number => states.filter((one) => one === state).length;
  return (
    <div ref={ref}>
      {/* The list below has those that failed, and the keyboard reaches them there. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <canvas
        ref={canvas}
        role="img"
        className="item-strip"
        style={{ height }}
        aria-label={t("task.batch.strip", {
          count: states.length,
          ok: countOf("ok"),
          bad: countOf("bad"),
          running: countOf("running"),
          open: countOf("open"),
        })}
        onMouseMove={(event) => {
          const item = itemAt(event);
          event.currentTarget.title = item < states.length ? wordsOf(item) : "";
        }}
        onClick={(event) => {
          const item = itemAt(event);
          if (item < states.length) onPress(item);
        }}
      />
    </div>
  );
}

interface StripLook {
  readonly px: number;
  readonly columns: number;
  readonly width: number;
  readonly height: number;
}

function draw(
  canvas: HTMLCanvasElement,
  states: readonly ItemState[],
  { px, columns, width, height }: StripLook,
): void {
  const ratio = globalThis.devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const colors = Object.fromEntries(
    Object.entries(COLORS).map(([state, name]) => [state, style.getPropertyValue(`--state-${name}`)]),
  );
  states.forEach((state, item) => {
    context.fillStyle = colors[state] ?? "";
    context.globalAlpha = state === "open" ? 0.35 : 1;
    context.fillRect((item % columns) * px, Math.floor(item / columns) * px, px - 1, px - 1);
  });
}
