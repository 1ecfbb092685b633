import { useMergedRef } from "@mantine/hooks";
import type { Ref, RefCallback } from "react";

/** As that of `@floating-ui/react`, in whose place the build puts it (`vite.config.ts`). */
export function useMergeRefs<Node>(refs: readonly (Ref<Node> | undefined)[]): RefCallback<Node> | null {
  return useMergedRef(...refs);
}
