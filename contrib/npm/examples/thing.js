// SPDX-License-Identifier: MIT OR Apache-2.0
// Prints the CoAP request for each form of a Thing Description (W3C WoT): node examples/thing.js
import { Cri, CriError } from "libcri";

const description = {
    title: "Lamp",
    base: "coap://[2001:db8::17]/things/lamp/",
    properties: {
        status: { forms: [{ href: "status?unit=lm" }] },
        color: { forms: [{ href: "color" }, { href: "https://lamps.example/17/color" }] },
    },
    actions: { toggle: { forms: [{ href: "../../actions/toggle", "cov:method": "POST" }] } },
    events: { overheated: { forms: [{ href: "coap://[2001:db8::17]:61616/hot spot" }] } },
};

const base = new Cri(description.base);
const affordances = { ...description.properties, ...description.actions, ...description.events };
for (const [name, { forms }] of Object.entries(affordances)) {
    for (const { href, "cov:method": method = "GET" } of forms) {
        try {
            const target = base.resolve(href);
            if (target.scheme !== "coap") continue;
            const options = target.toOptions().map((option) => `${option.name} "${option.value}"`);
            console.log(`${name}: ${method} to ${target.host} port ${target.effectivePort}: ${options.join(", ")}`);
            console.log(`    as a reference: ${base.relativize(target).toNotation()}`);
        } catch (error) {
            if (!(error instanceof CriError)) throw error;
            console.log(`${name}: ${JSON.stringify(href)}: ${error.message}`);
        }
    }
}
