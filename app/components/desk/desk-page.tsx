/** What the routes of the desk's pages have in common. */
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import type { ComponentType } from "react";

import { NO_DESK_ANSWER } from "./desk-form.tsx";

type Loaded<Loader> = ReturnType<typeof useLoaderData<Loader>>;
type Answered<Action> = NonNullable<ReturnType<typeof useActionData<Action>>> | typeof NO_DESK_ANSWER;
type Props<Loader, Action> = Loaded<Loader> & Readonly<{ answer: Answered<Action> }>;

/** `Page` with what the loader has read, and what the action has answered. */
export function deskPage<Loader, Action = never>(Page: ComponentType<Props<Loader, Action>>) {
  return function DeskPage() {
    const page = useLoaderData<Loader>() as object;
    const props = { ...page, answer: useActionData<Action>() ?? NO_DESK_ANSWER };
    return <Page {...(props as Props<Loader, Action>)} />;
  };
}

type TitleOf<Loader> = (args: Parameters<MetaFunction<Loader>>[0]) => string;

/** The `meta` of a page with this title. */
export function deskTitle<Loader = unknown>(title: string | TitleOf<Loader>): MetaFunction<Loader> {
  return (args) => [
    { title: `${typeof title === "string" ? title : title(args)} | Desk` },
    { name: "robots", content: "noindex" },
  ];
}
