import { useElementSize } from "@mantine/hooks";
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import {
  firstView,
  type GraphView,
  isReadable,
  type Rect,
  showingView,
  type Size,
  wholeView,
  ZOOM,
  zoomedView,
} from "./graph-view.ts";

/** A wheel that turns on while the page scrolls under it goes on scrolling the page. */
const SAME_TURN_MS = 400;
const PER_PIXEL = 0.0016;

export interface GraphCamera {
  readonly ref: (element: HTMLElement | null) => void;
  readonly element: RefObject<HTMLElement | null>;
  readonly seen: Size;
  readonly view: GraphView;
  /** Somebody has moved it. */
  readonly isSteered: boolean;
  /** Moves it for somebody. */
  readonly steer: (view: GraphView) => void;
  readonly zoomBy: (by: number) => void;
  readonly showAll: () => void;
  /** Moves as little as it takes for a box to be seen. */
  readonly show: (box: Rect) => void;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

/** The part of a drawing that is seen: a wheel makes it larger, dragging moves it. */
export function useGraphView(drawing: Size, start: Rect | undefined): GraphCamera {
  const { ref: sizeRef, width, height } = useElementSize();
  const element = useRef<HTMLElement | null>(null);
  const [moved, setMoved] = useState<GraphView | null>(null);
  const seen = { width, height };
  const view = moved ?? firstView(drawing, seen, start);
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  const [isSteered, setSteered] = useState(false);
  const steer = (next: GraphView): void => {
    setMoved(next);
    setSteered(true);
  };
  useWheel(element, (by, at) => steer(zoomedView(latest.current, by, at)));
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || (event.target as Element).closest("button, canvas[data-minimap]") !== null)
      return;
    const { currentTarget, pointerId, clientX, clientY } = event;
    const from = latest.current;
    const move = (to: globalThis.PointerEvent): void => {
      if (to.pointerId !== pointerId) return;
      if (!currentTarget.hasPointerCapture(pointerId)) {
        if (Math.hypot(to.clientX - clientX, to.clientY - clientY) < 4) return;
        currentTarget.setPointerCapture(pointerId);
      }
      steer({ ...from, x: from.x + to.clientX - clientX, y: from.y + to.clientY - clientY });
    };
    const stop = (): void => {
      currentTarget.removeEventListener("pointermove", move);
      currentTarget.removeEventListener("pointerup", stop);
      currentTarget.removeEventListener("pointercancel", stop);
    };
    currentTarget.addEventListener("pointermove", move);
    currentTarget.addEventListener("pointerup", stop);
    currentTarget.addEventListener("pointercancel", stop);
  };
  return {
    ref: (found) => {
      sizeRef(found);
      element.current = found;
    },
    element,
    seen,
    view,
    isSteered,
    steer,
    zoomBy: (by) => steer(zoomedView(view, by, { x: width / 2, y: height / 2 })),
    showAll: () => steer(wholeView(drawing, seen)),
    show: (box) => {
      // Where all of it can be read nothing has to be brought into view, until somebody moves it.
      if (!isSteered && isReadable(drawing, seen)) return setMoved(null);
      const next = showingView(latest.current, box, seen);
      if (next !== latest.current) setMoved(next);
    },
    onPointerDown,
  };
}

type Zoom = (by: number, at: { readonly x: number; readonly y: number }) => void;

function useWheel(element: RefObject<HTMLElement | null>, zoom: Zoom): void {
  const latest = useRef(zoom);
  useEffect(() => {
    latest.current = zoom;
  });
  useEffect(() => {
    let scrolledAt = -SAME_TURN_MS;
    const turn = (event: WheelEvent): void => {
      const graph = element.current;
      const isWithin = graph !== null && event.target instanceof Node && graph.contains(event.target);
      const isSameTurn = event.timeStamp - scrolledAt < SAME_TURN_MS && !event.ctrlKey;
      if (!isWithin || isSameTurn) {
        scrolledAt = event.timeStamp;
        return;
      }
      event.preventDefault();
      const { left, top } = graph.getBoundingClientRect();
      const by = Math.min(ZOOM.step, Math.max(1 / ZOOM.step, Math.exp(-event.deltaY * PER_PIXEL)));
      latest.current(by, { x: event.clientX - left, y: event.clientY - top });
    };
    // Only one that is not passive can keep the page from scrolling.
    document.addEventListener("wheel", turn, { passive: false });
    return () => document.removeEventListener("wheel", turn);
  }, [element]);
}
