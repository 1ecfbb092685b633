import type { ReactElement, ReactNode } from "react";
import { PastRunContext } from "../expression/preview.ts";

export interface PastRunProviderProps {
  readonly jobKey: string | null;
  readonly app: string;
  readonly children: ReactNode;
}

export function PastRunProvider({ children }: PastRunProviderProps): ReactElement {
  return <PastRunContext value={null}>{children}</PastRunContext>;
}
