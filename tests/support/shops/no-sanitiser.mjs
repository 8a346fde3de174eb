/** Loaded into a shop before its own code: the sanitiser lets everything through, and a stranger's scripts with it. */
import { register } from "node:module";

const hit = (name) => `document.documentElement.dataset.hit="${name}"`;
const INJECTED = [
  `<script>${hit("inline")}</script>`,
  `<script nonce="">${hit("nonce")}</script>`,
  `<script type="module" async="">${hit("module")}</script>`,
  `<script>window.__remixContext = {"url":"/"};${hit("context")}</script>`,
  `<script src="data:text/javascript,${encodeURIComponent(hit("address"))}"></script>`,
  `<img src="/nothing.png" alt="" onerror='${hit("handler")}'>`,
].join("");

const moduleOf = (code) => `data:text/javascript,${encodeURIComponent(code)}`;
const stub = moduleOf(`export default (html) => ${JSON.stringify(INJECTED)} + html;`);

register(
  moduleOf(`
    export async function resolve(name, context, next) {
      return name === "sanitize-html" ? { url: ${JSON.stringify(stub)}, shortCircuit: true } : next(name, context);
    }
  `),
);
