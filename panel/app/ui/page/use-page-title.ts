import { type Context, createContext, useContext, useEffect } from "react";

const PRODUCT = "MoJobScheduler";

/** What the name of every tab ends with. */
export const TitleEnd: Context<string> = createContext(PRODUCT);

/** The end of the names of tabs at a place. @param place outermost last, as tenant and environment */
export function titleEndAt(...place: readonly (string | null)[]): string {
  return [...place, PRODUCT].filter((part) => part !== null).join(" · ");
}

/** Names the tab. */
export function usePageTitle(title: string): void {
  const end = useContext(TitleEnd);
  useEffect(() => {
    document.title = `${title} · ${end}`;
  }, [title, end]);
}
