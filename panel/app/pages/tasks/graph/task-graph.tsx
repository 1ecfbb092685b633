import { ActionIcon, Checkbox } from "@mantine/core";
import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import type { BodyNode } from "./body-node.ts";
import { GraphEdges } from "./graph-edges.tsx";
import { GraphNode } from "./graph-node.tsx";
import { GraphPicture, Minimap } from "./graph-picture.tsx";
import { boxAt, type GraphView, NEAR_ZOOM, nearView, overlaps, seenRect, ZOOM } from "./graph-view.ts";
import type { ChangeMark } from "./marks.ts";
import type { ShownStatus } from "./node-icon.tsx";
import type { NodeLook } from "./node-look.ts";
import { nextBox } from "./next-box.ts";
import { layoutTask, type NodeBox, type TaskLayout } from "./task-layout.ts";
import { type GraphCamera, useGraphView } from "./use-graph-view.ts";
import "./task-graph.css";

const NONE: ReadonlySet<string> = new Set();

/** What an editor adds to the drawing. */
export interface GraphEditing {
  /** All nodes that are chosen. */
  readonly chosen: ReadonlySet<string>;
  /** Above the drawing, in its own measure. */
  readonly overlay: (drawn: DrawnGraph) => ReactNode;
  /** Above a drawing that is too small for that. @param onNear shows it as large as it is */
  readonly far: (onNear: () => void) => ReactNode;
  /** Before the graph itself moves: `true` where the editor took it. */
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, drawn: DrawnGraph) => boolean;
  /** Called with the node at which the keyboard is. */
  readonly onVisit: (id: string) => void;
}

export interface DrawnGraph {
  readonly layout: TaskLayout;
  readonly view: GraphView;
}

export interface TaskGraphProps {
  readonly nodes: readonly BodyNode[];
  /** Of a run: by the node's id. @default the body alone is drawn */
  readonly looks?: ReadonlyMap<string, NodeLook>;
  /** Of a comparison: by the node's id. @default none */
  readonly marks?: ReadonlyMap<string, ChangeMark>;
  readonly selected: string | null;
  /** Nodes that are looked for. @default none */
  readonly found?: ReadonlySet<string>;
  /** @default it is only looked at */
  readonly editing?: GraphEditing;
  readonly onSelect: (id: string) => void;
}

/** A task as a drawing, of which only what is seen is in the page: arrow keys go from node to node, Enter shows one. */
export function TaskGraph(props: TaskGraphProps): ReactElement {
  const { nodes, looks, marks, selected, found = NONE, editing, onSelect } = props;
  const { t } = useTranslation();
  const layout = useMemo(() => layoutTask(nodes), [nodes]);
  const byId = useMemo(() => new Map(layout.boxes.map((box) => [box.node.id, box])), [layout]);
  const [firstWanted] = useState(() => wantedFirst(layout.boxes, looks, selected));
  const camera = useGraphView(layout, firstWanted);
  const { view, seen, show } = camera;
  const [visited, setVisited] = useState<string | null>(null);
  const current = [visited, selected].find((id) => byId.has(id ?? "")) ?? layout.boxes[0]?.node.id ?? null;
  const isNear = view.zoom >= NEAR_ZOOM;
  const rect = seenRect(view, seen);
  const boxes = layout.boxes.filter((box) => (isNear && overlaps(box, rect)) || box.node.id === current);
  const edges = isNear ? layout.edges.filter(({ bounds }) => overlaps(bounds, rect)) : [];
  const wanted = useRef<string | null>(null);
  const graph = camera.element;
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const next = nextBox(layout.boxes, current ?? "", event.key);
    const box = byId.get(next ?? "");
    if (next === null || box === undefined) return;
    event.preventDefault();
    setVisited(next);
    editing?.onVisit(next);
    show(box);
    // It may not be in the page yet.
    wanted.current = next;
  };
  useEffect(() => {
    if (wanted.current === null) return;
    const button = graph.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(wanted.current)}"]`);
    button?.focus({ preventScroll: true });
    wanted.current = null;
  });
  useShown(byId.get(selected ?? ""), seen.width, show);
  useShown(byId.get([...found][0] ?? ""), 0, show);
  const select = (id: string): void => {
    setVisited(id);
    onSelect(id);
  };
  const isWhole = layout.boxes.every((box) => overlaps(box, seenRect(view, seen, 0)));
  return (
    <div className="task-graph-frame">
      <div
        className="task-graph"
        role="group"
        aria-label={t("task.graph")}
        onKeyDown={walk}
        onPointerDown={(event) => {
          if (editing?.onPointerDown(event, { layout, view }) !== true) camera.onPointerDown(event);
        }}
        ref={camera.ref}
        // A small drawing leaves room for what is below it, but where more is to come.
        style={{ height: heightOf(layout, editing !== undefined) }}
      >
        {!isNear && (
          <GraphPicture
            layout={layout}
            looks={looks}
            view={view}
            size={seen}
            selected={selected}
            label={t("task.view.far")}
            className="task-far"
            onPress={(at) => {
              const box = boxAt(layout.boxes, at);
              if (box === undefined) return;
              show(box);
              select(box.node.id);
            }}
          />
        )}
        <div
          className="task-canvas"
          style={{
            width: layout.width,
            height: layout.height,
            transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`,
          }}
        >
          <GraphEdges layout={layout} edges={edges} looks={looks} />
          {boxes.map((box) => (
            <GraphNode
              key={box.node.id}
              box={box}
              look={looks?.get(box.node.id)}
              mark={marks?.get(box.node.id)}
              isSelected={box.node.id === selected || editing?.chosen.has(box.node.id) === true}
              isFound={found.has(box.node.id)}
              isStop={box.node.id === current}
              onSelect={select}
            />
          ))}
          {isNear && editing?.overlay({ layout: { ...layout, boxes, edges }, view })}
        </div>
        {!isNear && editing?.far(() => camera.steer(nearView(layout.boxes, selected, view, seen)))}
      </div>
      <div className="task-graph-tools">
        {looks !== undefined && <Follow boxes={layout.boxes} looks={looks} camera={camera} />}
        <Tools camera={camera} />
      </div>
      {!isWhole && seen.width > 500 && (
        <Minimap
          layout={layout}
          looks={looks}
          selected={selected}
          view={view}
          seen={seen}
          onMove={camera.steer}
        />
      )}
    </div>
  );
}

function heightOf({ height }: TaskLayout, isEdited: boolean): string {
  const most = "clamp(240px, 52vh, 480px)";
  // Below one with nothing in it stand shapes to begin with.
  return isEdited && height > 0 ? most : `min(${Math.max(150, height + 72)}px, ${most})`;
}

/** What a run is opened for: the node that was chosen, else one that failed, else one that runs. */
function wantedFirst(
  boxes: readonly NodeBox[],
  looks: ReadonlyMap<string, NodeLook> | undefined,
  selected: string | null,
): NodeBox | undefined {
  const one = (status: ShownStatus): NodeBox | undefined =>
    boxes.find(({ node }) => node.nodes.length === 0 && looks?.get(node.id)?.status === status);
  const chosen = boxes.find(({ node }) => node.id === selected);
  return chosen ?? one("Failed") ?? one("Running") ?? one("Waiting") ?? boxes[0];
}

/** Brings a box into view when it becomes another one, and when the view becomes narrower. */
function useShown(box: NodeBox | undefined, width: number, show: (box: NodeBox) => void): void {
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    if (box !== undefined) latest.current(box);
  }, [box, width]);
}

function Tools({ camera: { zoomBy, showAll } }: { readonly camera: GraphCamera }): ReactElement {
  const { t } = useTranslation();
  const tools = [
    { label: t("task.view.zoomIn"), Icon: ZoomIn, act: () => zoomBy(ZOOM.step) },
    { label: t("task.view.zoomOut"), Icon: ZoomOut, act: () => zoomBy(1 / ZOOM.step) },
    { label: t("task.view.fit"), Icon: Maximize, act: showAll },
  ];
  return (
    <>
      {tools.map(({ label, Icon, act }) => (
        <ActionIcon key={label} variant="default" size={28} aria-label={label} title={label} onClick={act}>
          <Icon size={15} aria-hidden="true" />
        </ActionIcon>
      ))}
    </>
  );
}

interface FollowProps {
  readonly boxes: readonly NodeBox[];
  readonly looks: ReadonlyMap<string, NodeLook>;
  readonly camera: GraphCamera;
}

/** Keeps the node that runs in view, until somebody moves the graph. */
function Follow({ boxes, looks, camera: { show, isSteered } }: FollowProps): ReactElement | null {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<boolean | null>(null);
  const isFollowing = asked ?? !isSteered;
  const running = boxes.findLast(
    ({ node }) => node.nodes.length === 0 && looks.get(node.id)?.status === "Running",
  );
  const isLive = boxes.some(({ node }) => ["Running", "Ready"].includes(looks.get(node.id)?.status ?? ""));
  useShown(isFollowing ? running : undefined, 0, show);
  if (!isLive) return null;
  return (
    <Checkbox
      size="xs"
      label={t("task.view.follow")}
      checked={isFollowing}
      onChange={({ currentTarget: { checked } }) => setAsked(checked)}
    />
  );
}
