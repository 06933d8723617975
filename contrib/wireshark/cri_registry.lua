-- SPDX-License-Identifier: MIT OR Apache-2.0
-- Written by script/tables: do not edit.
--
-- `schemes` has the names of schemes by revision and number. `paths` has the paths of Uri-Path-Abbrev
-- (draft-ietf-core-uri-path-abbrev) by number. `options` has the numbers of CoAP options by name, `formats` the formats
-- of their values. `resources` has the resource that an option identifies, "request", "proxy" or "response", and
-- `parts` the part of this resource. `ports` has the default ports of schemes by name.

local schemes = { [13] = {}, [27] = {} }
for name, old, new in ([[
    coap=0,0 coaps=1,1 http=2,2 https=3,3 urn=4,4 did=5,5 coap+tcp=6,6 coaps+tcp=7,7 coap+ws=8,24 coaps+ws=9,25
    uuaid=,1015 tii=,1027 ms-gamingoverlay=1984,1059 snmp=3413,1165 cast=16192,1220 openid=,1242 hs20=,1273
    z39.50=1996,1319 dweb=11138,1328 psyc=6447,1466 ms-people=13765,1528 ms-uup=,1560 ms-personacard=,1562
    jar=16044,1578 wpid=2541,1658 payment=3838,1762 news=16379,1895 irc6=9185,1905 turns=1350,1926 data=8330,1946
    ens=8554,1982 things=15355,2154 resource=16357,2284 skype=4342,2326 videotex=8063,2406 dpp=14687,2442 upt=10902,2747
    platform=1498,2754 ed2k=8101,2790 taler=11628,2796 fm=3017,2806 ms-newsandinterests=7039,2945 xmlrpc.beep=11306,3005
    ark=14259,3018 wss=10099,3119 tel=16068,3143 vscode-insiders=5297,3255 geo=3363,3342 rtmfp=3041,3348 mtqp=4097,3358
    filesystem=3817,3365 teapots=,3375 proxy=9766,3503 sms=14067,3524 jms=2491,3634 mid=12557,3646
    ms-calculator=16377,3690 gitoid=10429,3775 calculator=1767,3783 about=12490,3786 facetime=6207,3795 ari=,3818
    ymsgr=1306,3837 dict=4419,3886 ldaps=5742,3906 rtmp=12500,3920 ms-settings-proximity=15260,3959 fax=1090,4053
    ms-drive-to=10901,4102 res=9772,4153 webcal=11472,4183 embedded=12499,4193 xftp=,4315 browserext=14763,4327
    session=7446,4355 dav=13933,4373 ipps=2459,4419 uuid-in-package=15206,4515 dhttp=,4549 web3=8007,4559
    iris.lwz=12267,4590 diaspora=2816,4598 ms-widgets=,4613 rtsps=9000,4619 beshare=13053,4674 gtalk=6288,4709
    hxxps=8425,4714 xrcp=,4747 sgn=8202,4882 eid=10007,4929 submit=1146,4951 ar=9733,5099
    ms-settings-airplanemode=16042,5109 steam=7790,5134 adt=11552,5150 ms-appinstaller=14595,5152 bb=16873,5188
    udp=8093,5217 example=10564,5296 ms-remotedesktop=,5347 ms-sttoverlay=12301,5410 irc=11892,5425 sieve=17244,5472
    machineprovisioningprogressreporter=,5477 lvlt=13504,5480 sftp=1596,5492 ms-excel=7402,5536
    dlna-playcontainer=15065,5557 go=5618,5705 fido=2037,5717 chrome=14819,5728 shc=15378,5823 swidpath=8363,5825
    microsoft.windows.camera.picker=2832,5883 crid=10698,5990 at=,6007 hcp=5595,6024 content-type=14002,6030
    jabber=4129,6109 dlna-playsingle=10171,6144 ms-spd=7334,6189 opaquelocktoken=1366,6341 soldat=12987,6349
    z39.50s=5842,6380 ms-media-stream-id=6733,6388 ms-mixedrealitycapture=1299,6411 quic-transport=13729,6462
    ham=16883,6503 nfs=8068,6516 ut2004=9903,6609 hydrazone=10523,6632 adiumxtra=5357,6634 tip=2872,6651 lpa=16772,6658
    cstr=7994,6730 ms-settings-screenrotation=12856,6755 dab=12484,6774 ms-inputapp=11687,6792 moz=6538,6808
    acd=3231,6840 ms-access=16688,6863 im=16355,6883 pttp=6181,6903 teamspeak=10716,6924 payto=13451,6992
    secret-token=1240,7074 iax=14300,7126 isostore=4806,7225 bitcoincash=5885,7226 smb=3692,7285 appdata=10910,7364
    dtn=5284,7456 feed=2368,7520 ssh=1835,7667 ms-transit-to=17337,7743 ms-help=6808,7809 vscode=1612,7812 apt=9554,7856
    ms-settings-notifications=6425,7868 shttp=15837,7874 ethereum=17171,7913 tv=6487,7923
    microsoft.windows.camera.multipicker=12837,7942 msnim=12187,8041 ms-remotedesktop-launch=11130,8085
    spiffe=15154,8093 redis=4815,8099 z39.50r=10354,8159 brid=,8251 tftp=5303,8300 content=3574,8387 wais=15868,8454
    view-source=16325,8506 soap.beep=6908,8519 attachment=4453,8577 gopher=1965,8601 ircs=12525,8687 callto=11038,8713
    bolo=2803,8765 notes=2863,8766 ipn=7300,8775 ms-infopath=7581,8830 ms-settings=1663,9075
    ms-useractivityset=12481,9136 modem=12172,9154 bitcoin=9478,9186 ms-settings-privacy=4861,9198 cap=10347,9204
    com-eventbrite-attendee=5019,9278 pkcs11=14877,9312 ipp=15546,9318 rediss=5672,9338 grd=16722,9444
    ms-screensketch=8394,9453 matrix=13206,9487 xcon-userid=9436,9520 sips=13076,9535 simpleledger=13112,9544
    mvn=4066,9585 keyparc=3618,9770 magnet=1759,9805 vsls=13126,9816 drm=2235,9859 hcap=9338,9875 wtai=12746,9910
    num=9900,9965 ms-settings-language=5478,9981 bl=,10024 imap=2105,10119 query=7315,10147 ves=1106,10176
    ms-recall=,10183 acr=7026,10196 barion=2668,10225 acct=15841,10229 palm=3950,10238 ocf=4661,10241 lid=,10247
    h323=13416,10317 aim=9794,10327 turn=9899,10333 ms-stickers=8672,10361 ms-settings-location=7095,10373
    dvb=1728,10380 xcon=10411,10467 ms-screenclip=12913,10518 pop=7434,10551 dat=10336,10583
    ms-settings-nfctransactions=1239,10591 ms-settings-cloudstorage=2094,10640 afs=16849,10687 mqtt=1648,10740
    gizmoproject=10102,10744 amss=2865,10831 mailserver=9131,10868 ni=7399,10926 telnet=1024,10995 gg=1191,11055
    blob=12170,11060 ms-settings-emailandaccounts=8889,11072 ms-project=17116,11130 xri=13888,11255 msrp=14311,11315
    ms-settings-connectabledevices=13437,11351 cabal=6715,11393 nih=6803,11428 ms-whiteboard=11341,11467 smp=5463,11533
    vnc=17225,11537 graph=3795,11583 dvx=12665,11645 lorawan=13040,11718 lastfm=11263,11742 w3=15848,11799
    mumble=2084,11804 thzp=,11820 feedready=17268,11824 microsoft.windows.camera=4042,11857 wcr=16414,11892
    ms-mobileplans=5959,11945 ms-settings-lock=9337,11950 ws=17287,11962 rtspu=12878,11999
    ms-settings-displays-topology=13462,12029 bluetooth=,12052 file=1719,12068 mailto=15551,12102
    ms-launchremotedesktop=,12174 ilstring=,12237 cvs=11589,12242 mms=4274,12337 ssb=9668,12400 iris.xpc=13080,12422
    starknet=8859,12458 qb=15927,12478 mss=6360,12493 ventrilo=17345,12502 ms-lockscreencomponent-config=6658,12525
    icap=9418,12566 mupdate=6779,12569 paparazzi=13761,12599 ms-widgetboard=,12603 fish=5233,12634 sip=12572,12644
    mt=17270,12699 acap=1248,12705 casts=16522,12718 reload=3059,12726 spotify=8774,12732 fuchsia-pkg=8384,12806
    ms-gamebarservices=15376,12823 hyper=4026,12876 dns=13671,12932 doi=1689,13014 ms-settings-power=7420,13026
    mtrust=,13062 git=11863,13068 openpgp4fpr=1275,13094 ms-secondary-screen-controller=14700,13098 mvrps=,13228
    snews=17231,13285 smtp=7333,13340 pack=3617,13348 teliaeid=5104,13362 mongodb=3631,13372 afp=6347,13404
    msrps=9779,13440 ldap=1045,13442 mvrp=,13451 nntp=7308,13499 onenote=2674,13608 sarif=6522,13650 elsi=10742,13680
    otpauth=13306,13829 info=16925,13846 aaa=12942,13862 svn=9902,13923 iris=17356,13986 lbry=12320,14010
    ms-search=15946,14034 ms-browser-extension=15557,14090 maps=3509,14153 swid=14474,14162 ms-officeapp=2151,14168
    ms-settings-bluetooth=3839,14180 ms-enrollment=2799,14310 dntp=16073,14347 ms-walk-to=13595,14364
    ms-getoffice=8137,14366 thismessage=17224,14367 message=2768,14460 prospero=3361,14477 aaas=9724,14526
    market=8906,14595 stun=8618,14627 chrome-extension=16159,14667 wasm-js=,14709 itms=5221,14830
    ms-whiteboard-cmd=9604,14860 wifi=6513,14867 icon=2694,14868 ftp=10839,14878 stuns=14626,14901 mqtts=5490,14906
    ms-settings-workplace=11935,14936 tn3270=14589,14962 pres=3110,14972 p1=9063,14982 teapot=,15026 android=12705,15061
    simplex=1218,15118 ms-visio=9931,15163 cid=13335,15202 unreal=8486,15206 tool=9825,15230
    ms-secondary-screen-setup=2031,15254 rtsp=5346,15267 xfire=14196,15306 xmpp=12953,15358
    ms-settings-cellular=5682,15361 shelter=,15461 v-event=5003,15579 iris.beep=3482,15639 wyciwyg=5594,15641
    ms-meetnow=16971,15645 ms-search-repair=12830,15679 wasm=,15741 ms-settings-camera=8584,15773
    ms-virtualtouchpad=1055,15776 xmlrpc.beeps=2483,15805 ipfs=9460,15972 ms-settings-wifi=4876,15994 aw=9127,16051
    first-run-pen-experience=11464,16069 oid=4350,16079 iris.xpcs=1319,16134 drop=9349,16138 ms-publisher=14118,16194
    leaptofrogans=9456,16281 rmi=12333,16292 soap.beeps=7124,16300 tag=2263,16377 ms-word=7700,16585
    onenote-cmd=13893,16632 ms-powerpoint=8966,16645 hxxp=7088,16728 secondlife=14249,16729 rsync=16749,16884
    vemmi=11565,16918 ipns=12592,16933 swh=10223,17039 pwid=2232,17068 dtmi=10768,17097 dis=6792,17134
    iotdisco=6997,17170 ms-restoretabcompanion=12345,17175 service=13351,17264 finger=9841,17315 web+ap=7714,17361
    ms-eyecontrolspeech=5469,17381
]]):gmatch("(%S+)=(%d*),(%d*)") do
    schemes[13][tonumber(old) or -1], schemes[27][tonumber(new) or -1] = name, name
end
schemes[13][-1], schemes[27][-1] = nil, nil

return { schemes = schemes, paths = {
    [0]="/.well-known/core", [1]="/.well-known/rd", [2]="/.well-known/edhoc", [301]="/.well-known/est/crts",
    [302]="/.well-known/est/sen", [303]="/.well-known/est/sren", [304]="/.well-known/est/skg",
    [305]="/.well-known/est/skc", [306]="/.well-known/est/att", [401]="/.well-known/brski/es",
    [402]="/.well-known/brski/rv", [403]="/.well-known/brski/vs",
}, options = {
    IF_MATCH=1, URI_HOST=3, ETAG=4, IF_NONE_MATCH=5, OBSERVE=6, URI_PORT=7, LOCATION_PATH=8, OSCORE=9, URI_PATH=11,
    CONTENT_FORMAT=12, URI_PATH_ABBREV=13, MAX_AGE=14, URI_QUERY=15, HOP_LIMIT=16, ACCEPT=17, Q_BLOCK1=19,
    LOCATION_QUERY=20, EDHOC=21, BLOCK2=23, BLOCK1=27, SIZE2=28, Q_BLOCK2=31, PROXY_URI=35, PROXY_SCHEME=39, SIZE1=60,
    PROXY_CRI=235, PROXY_SCHEME_NUMBER=239, ECHO=252, NO_RESPONSE=258, REQUEST_TAG=292,
}, formats = {
    [1]="opaque", [3]="string", [4]="opaque", [5]="empty", [6]="uint", [7]="uint", [8]="string", [9]="opaque",
    [11]="string", [12]="uint", [13]="uint", [14]="uint", [15]="string", [16]="uint", [17]="uint", [19]="uint",
    [20]="string", [21]="empty", [23]="uint", [27]="uint", [28]="uint", [31]="uint", [35]="string", [39]="string",
    [60]="uint", [235]="opaque", [239]="uint", [252]="opaque", [258]="uint", [292]="opaque",
}, resources = {
    [3]="request", [7]="request", [8]="response", [11]="request", [13]="request", [15]="request", [20]="response",
    [35]="proxy", [39]="proxy", [235]="proxy", [239]="proxy",
}, parts = {
    [3]="host", [7]="port", [8]="segment", [11]="segment", [13]="path", [15]="parameter", [20]="parameter", [35]="uri",
    [39]="scheme", [235]="cri", [239]="scheme",
}, ports = {
    ["coap"]=5683, ["coaps"]=5684, ["http"]=80, ["https"]=443, ["coap+tcp"]=5683, ["coaps+tcp"]=5684, ["coap+ws"]=80,
    ["coaps+ws"]=443, ["ws"]=80, ["wss"]=443, ["ftp"]=21, ["tftp"]=69, ["telnet"]=23, ["snmp"]=161, ["ldap"]=389,
    ["rtsp"]=554, ["rtsps"]=322, ["ipp"]=631, ["ipps"]=631,
} }
