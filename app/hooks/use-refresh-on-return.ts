import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** A page that the browser brings back as it was left (back/forward cache) reads its data anew: the basket may be another. */
export function useRefreshOnReturn(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const refresh = ({ persisted }: PageTransitionEvent) => {
      if (persisted) revalidate();
    };
    window.addEventListener("pageshow", refresh);
    return () => window.removeEventListener("pageshow", refresh);
  }, [revalidate]);
}
