-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Made by make-tables from registry/*.csv: the paths of Uri-Path-Abbrev by number (draft-ietf-core-uri-path-abbrev).

return {
    [0]="/.well-known/core", [1]="/.well-known/rd", [2]="/.well-known/edhoc", [301]="/.well-known/est/crts",
    [302]="/.well-known/est/sen", [303]="/.well-known/est/sren", [304]="/.well-known/est/skg",
    [305]="/.well-known/est/skc", [306]="/.well-known/est/att", [401]="/.well-known/brski/es",
    [402]="/.well-known/brski/rv", [403]="/.well-known/brski/vs",
}
