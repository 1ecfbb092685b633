import { Skeleton } from "@mantine/core";
import { lazy, type ReactElement, Suspense, useCallback, useDeferredValue, useRef } from "react";
import { withWords } from "../../../i18n/i18n.ts";
import type { BodyInspectorProps } from "../inspector/body-inspector.tsx";

const BodyInspector = lazy(
  withWords(
    async () => ({ default: (await import("../inspector/body-inspector.tsx")).BodyInspector }),
    "inspector",
    "workForm",
    "runJob",
  ),
);

/**
 * The form of the chosen node. That of another node is made once the drawing is there, a little at a time; what is typed in a form is
 * there at once.
 */
export function LateInspector(props: BodyInspectorProps): ReactElement {
  const { body, selected } = props;
  const shown = useDeferredValue(selected);
  const settled = useDeferredValue(body);
  const isLate = shown !== selected;
  const latest = useRef(props);
  latest.current = props;
  const change = useCallback(
    (text: string) => {
      const { selected: now, onChange } = latest.current;
      // A form that is about to be another one is of a body that was.
      if (now === shown) onChange(text);
    },
    [shown],
  );
  const select = useCallback((id: string | null) => latest.current.onSelect(id), []);
  return (
    <Suspense fallback={<Skeleton height={160} />}>
      <BodyInspector
        {...props}
        body={isLate ? settled : body}
        selected={shown}
        onChange={change}
        onSelect={select}
      />
    </Suspense>
  );
}
