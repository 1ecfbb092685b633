import { useComputedColorScheme } from "@mantine/core";
import { type MouseEvent, type ReactElement, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type GraphView, type Rect, seenRect, type Size } from "./graph-view.ts";
import { statusColor } from "./node-icon.tsx";
import type { NodeLook } from "./node-look.ts";
import type { TaskLayout } from "./task-layout.ts";

export interface GraphPictureProps {
  readonly layout: TaskLayout;
  readonly looks: ReadonlyMap<string, NodeLook> | undefined;
  /** How it is drawn. */
  readonly view: GraphView;
  readonly size: Size;
  readonly selected: string | null;
  /** The part that is seen in a view beside this one. @default none */
  readonly frame?: Rect;
  readonly label: string;
  readonly className: string;
  readonly isMinimap?: boolean;
  /** Called with a place in the drawing. */
  readonly onPress: (at: { readonly x: number; readonly y: number }) => void;
}

/** A graph as a picture: its nodes as spots in the colours of their states, however many they are. */
export function GraphPicture(props: GraphPictureProps): ReactElement {
  const { layout, looks, selected, frame, view, size, label, className, isMinimap = false, onPress } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, props);
    // What is seen is another object each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [layout, looks, selected, scheme, ...placesOf(view, size, frame)]);
  const press = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLCanvasElement>): void => {
    const { left, top } = currentTarget.getBoundingClientRect();
    onPress({ x: (clientX - left - view.x) / view.zoom, y: (clientY - top - view.y) / view.zoom });
  };
  return (
    // The arrow keys walk along the nodes, and the list has all of them.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className={className}
      data-minimap={isMinimap || undefined}
      style={{ width: size.width, height: size.height }}
      onClick={press}
    />
  );
}

/** The numbers that say what of a drawing is seen. */
function placesOf(view: GraphView, size: Size, frame: Rect | undefined): readonly unknown[] {
  const { x, y, width, height } = frame ?? {};
  return [view.x, view.y, view.zoom, size.width, size.height, x, y, width, height];
}

/** All edges of a layout as one line: to make it takes longer than to draw it. */
const EDGES = new WeakMap<TaskLayout, Path2D>();

function edgesOf(layout: TaskLayout): Path2D {
  const known = EDGES.get(layout);
  if (known !== undefined) return known;
  const all = new Path2D();
  for (const { path, dx, dy } of layout.edges) all.addPath(new Path2D(path), { e: dx, f: dy });
  EDGES.set(layout, all);
  return all;
}

function draw(
  canvas: HTMLCanvasElement,
  { layout, looks, view, size, selected, frame }: GraphPictureProps,
): void {
  const ratio = globalThis.devicePixelRatio;
  canvas.width = Math.round(size.width * ratio);
  canvas.height = Math.round(size.height * ratio);
  const context = canvas.getContext("2d");
  if (context === null) return;
  const style = getComputedStyle(canvas);
  const colors = new Map<string, string>();
  const colorOf = (name: string): string => {
    const color = colors.get(name) ?? style.getPropertyValue(name);
    colors.set(name, color);
    return color;
  };
  context.setTransform(view.zoom * ratio, 0, 0, view.zoom * ratio, view.x * ratio, view.y * ratio);
  const seen = seenRect(view, size, 0);
  context.strokeStyle = colorOf("--mantine-color-dimmed");
  context.globalAlpha = 0.35;
  context.lineWidth = 1 / view.zoom;
  context.stroke(edgesOf(layout));
  context.globalAlpha = 1;
  for (const { node, x, y, width, height } of layout.boxes) {
    if (x > seen.x + seen.width || x + width < seen.x) continue;
    const look = looks?.get(node.id);
    const color = colorOf(
      look === undefined ? "--mantine-color-dimmed" : `--state-${statusColor(look.status)}`,
    );
    const isBox = node.nodes.length > 0;
    context.fillStyle = color;
    context.globalAlpha = isBox ? 0.12 : look?.status === "Open" ? 0.45 : 1;
    context.fillRect(x, y, width, height);
    context.globalAlpha = 1;
    if (node.id !== selected) continue;
    context.strokeStyle = colorOf("--mantine-primary-color-filled");
    context.lineWidth = 3 / view.zoom;
    context.strokeRect(x, y, width, height);
  }
  if (frame === undefined) return;
  context.strokeStyle = colorOf("--mantine-primary-color-filled");
  context.lineWidth = 1.5 / view.zoom;
  context.strokeRect(frame.x, frame.y, frame.width, frame.height);
}

const MAP: Size = { width: 160, height: 96 };

export interface MinimapProps extends Pick<GraphPictureProps, "layout" | "looks" | "selected"> {
  readonly view: GraphView;
  readonly seen: Size;
  readonly onMove: (view: GraphView) => void;
}

/** The whole graph, small, with the part of it that is seen: pressing goes to a place. */
export function Minimap({ layout, looks, selected, view, seen, onMove }: MinimapProps): ReactElement {
  const { t } = useTranslation();
  const zoom = Math.min(MAP.width / Math.max(1, layout.width), MAP.height / Math.max(1, layout.height), 0.4);
  const small = {
    zoom,
    x: (MAP.width - layout.width * zoom) / 2,
    y: (MAP.height - layout.height * zoom) / 2,
  };
  return (
    <GraphPicture
      layout={layout}
      looks={looks}
      selected={selected}
      view={small}
      size={MAP}
      frame={seenRect(view, seen, 0)}
      label={t("task.view.minimap")}
      className="task-minimap"
      isMinimap
      onPress={({ x, y }) =>
        onMove({ ...view, x: seen.width / 2 - x * view.zoom, y: seen.height / 2 - y * view.zoom })
      }
    />
  );
}
