#!/bin/sh
# A bot for a Ventnor server in shell: curl and sed, and the first thing on the menu.
#
#     first_choice.sh http://127.0.0.1:8935 TABLE NAME
set -eu
table="$1/api/tables/$2"
json='Content-Type: application/json'

seated=$(curl -fsS -H "$json" -d "{\"name\": \"$3\"}" "$table/seats")
seat=$(printf %s "$seated" | sed 's/.*"seat":\([0-9]*\).*/\1/')
token=$(printf %s "$seated" | sed 's/.*"token":"\([^"]*\)".*/\1/')

while :; do
    # Where does it stand? One line: a welcome with the view and our hand.
    now=$(curl -fsS -H "Authorization: Bearer $token" "$table/events?follow=0&seen=999999999")
    case $now in *'"over":true'*) echo "over"; exit ;; esac
    ply=$(printf %s "$now" | sed -n 's/.*"view":{"ply":\([0-9]*\).*/\1/p')
    awaited=$(printf %s "$now" | sed -n 's/.*"awaiting":{[^}]*"seat":\([0-9]*\).*/\1/p')
    action=$(printf %s "$now" | sed -n 's/.*"hands":\[{"seat":[0-9]*,"legal":\[{"action":\({[^}]*}\),"text".*/\1/p')
    if [ "$awaited" = "$seat" ] && [ -n "$action" ]; then
        curl -fsS -H "$json" -H "Authorization: Bearer $token" "$table/commands" \
            -d "{\"type\": \"act\", \"id\": \"ply-$ply\", \"seat\": $seat, \"ply\": $ply, \"action\": $action}"
        echo
    else
        sleep 0.2
    fi
done
