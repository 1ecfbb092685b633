import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../../api/notify.ts";
import { jsonText } from "../../../ui/json/json-text.ts";
import { addNode, clearPlaces, type NodePlace } from "../edit/add-node.ts";
import { type Body, findNode, idOf, type Way } from "../edit/body.ts";
import { usualWay } from "../edit/branches.ts";
import { copyNodes, pasteNodes } from "../edit/copy-nodes.ts";
import { groupNodes, ungroup } from "../edit/group-nodes.ts";
import { newNode, type NewNodeKind } from "../edit/new-node.ts";
import { removeNodes } from "../edit/remove-nodes.ts";
import { changeEdge, connect, disconnect, wayRefusal } from "../edit/ways.ts";
import type { EdgeId } from "./target-at.ts";
import type { TextHistory } from "./use-history.ts";

const NONE: ReadonlySet<string> = new Set();

export interface Editor {
  /** `null` while the text is no JSON. */
  readonly body: Body | null;
  readonly chosen: ReadonlySet<string>;
  readonly edge: EdgeId | null;
  readonly choose: (ids: ReadonlySet<string>) => void;
  readonly chooseEdge: (edge: EdgeId | null) => void;
  readonly change: (next: Body) => void;
  /** @param place where; else after the node that is chosen */
  readonly add: (kind: NewNodeKind, key?: string, place?: NodePlace) => void;
  readonly join: (from: string, to: string) => void;
  readonly changeWay: (edge: EdgeId, way: Way) => void;
  readonly remove: () => void;
  readonly toggleGroup: () => void;
  readonly layOut: () => void;
  readonly copy: () => string | null;
  readonly paste: (text: string, place?: NodePlace) => boolean;
}

/**
 * What the drawing does to the text of a body; each is one step of its history.
 *
 * @param body as the text has it; `null` while that is no JSON
 * @param first the node that is chosen at first; `null` for none
 */
export function useEditor(body: Body | null, history: TextHistory, first: string | null): Editor {
  const { t } = useTranslation();
  const [wanted, choose] = useState<ReadonlySet<string>>(() => (first === null ? NONE : new Set([first])));
  const [edge, chooseEdge] = useState<EdgeId | null>(null);
  const chosen = new Set([...wanted].filter((id) => body !== null && findNode(body, id) !== undefined));
  const change = (next: Body): void => history.edit(jsonText(next));
  const usualPlace = (of: Body): NodePlace => {
    const last = [...chosen].at(-1);
    return last === undefined ? {} : { after: { node: last, ...usualWay(of, last) } };
  };
  const withBody = (act: (of: Body) => void): void => {
    if (body !== null) act(body);
  };
  return {
    body,
    chosen,
    edge,
    choose: (ids) => {
      choose(ids);
      chooseEdge(null);
    },
    chooseEdge: (one) => {
      choose(NONE);
      chooseEdge(one);
    },
    change,
    add: (kind, key = "", place) =>
      withBody((of) => {
        const source = newNode(of, kind, { key });
        change(addNode(of, source, place ?? usualPlace(of)));
        choose(new Set([idOf(source) ?? ""]));
        chooseEdge(null);
      }),
    join: (from, to) =>
      withBody((of) => {
        const way = usualWay(of, from);
        const refusal = wayRefusal(of, from, to, way);
        if (refusal !== null) {
          notifyDone(t(`editor.refused.${refusal}`));
          return;
        }
        change(connect(of, from, to, way));
        choose(NONE);
        chooseEdge({ from, to, ...way });
      }),
    changeWay: ({ from, to, ...old }, way) =>
      withBody((of) => {
        change(changeEdge(of, from, to, old, way));
        chooseEdge({ from, to, ...way });
      }),
    ...actsOnChosen({ body, chosen, edge, change, choose, chooseEdge, usualPlace }),
  };
}

interface Chosen {
  readonly body: Body | null;
  readonly chosen: ReadonlySet<string>;
  readonly edge: EdgeId | null;
  readonly change: (next: Body) => void;
  readonly choose: (ids: ReadonlySet<string>) => void;
  readonly chooseEdge: (edge: EdgeId | null) => void;
  readonly usualPlace: (of: Body) => NodePlace;
}

/** What is done with the nodes or the edge that are chosen. */
function actsOnChosen(of: Chosen): Pick<Editor, "remove" | "toggleGroup" | "layOut" | "copy" | "paste"> {
  const { body, chosen, edge, change, choose, chooseEdge, usualPlace } = of;
  const withBody = (act: (of: Body) => void): void => {
    if (body !== null) act(body);
  };
  return {
    remove: () =>
      withBody((of) => {
        if (edge !== null) {
          const { from, to, ...way } = edge;
          change(disconnect(of, from, to, way));
          chooseEdge(null);
        } else if (chosen.size > 0) change(removeNodes(of, chosen));
      }),
    toggleGroup: () =>
      withBody((of) => {
        const [first = ""] = chosen;
        if (chosen.size === 1 && findNode(of, first)?.["type"] === "group") {
          change(ungroup(of, first));
          return;
        }
        const grouped = chosen.size === 0 ? null : groupNodes(of, chosen);
        if (grouped === null) return;
        change(grouped.body);
        choose(new Set([grouped.id]));
      }),
    layOut: () => withBody((of) => change(clearPlaces(of))),
    copy: () => (body === null || chosen.size === 0 ? null : copyNodes(body, chosen)),
    paste: (copied, place) => {
      const pasted = body === null ? null : pasteNodes(body, copied, place ?? usualPlace(body));
      if (pasted === null) return false;
      change(pasted.body);
      choose(new Set(pasted.ids));
      chooseEdge(null);
      return true;
    },
  };
}
