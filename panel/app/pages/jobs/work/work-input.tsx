import { Skeleton } from "@mantine/core";
import { lazy, type ReactElement, Suspense } from "react";
import { withWords } from "../../../i18n/i18n.ts";
import { bodyOfWork, workOfBody } from "../../tasks/body/body-of-work.ts";
import { PointerMistakes } from "../life/pointer-mistakes.tsx";
import { LateNodeWork } from "./late-node-work.ts";
import { WorkForm, type WorkFormProps } from "./work-form.tsx";

const NewBody = lazy(
  withWords(async () => ({ default: (await import("../../tasks/body/new-body.tsx")).NewBody }), "task"),
);

/** The work of a job: a workflow beside its graph, other work in fields or as JSON. */
export function WorkInput({ app, text, onChange, mistakes }: WorkFormProps): ReactElement {
  const body = bodyOfWork(text);
  if (body === null) return <WorkForm app={app} text={text} onChange={onChange} mistakes={mistakes} />;
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      <NewBody
        text={body}
        app={app}
        Work={LateNodeWork}
        onChange={(changed) => onChange(workOfBody(changed))}
      />
      <PointerMistakes mistakes={mistakes} />
    </Suspense>
  );
}
